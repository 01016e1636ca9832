-- How long an import's downloads have taken so far, and how often each host failed, because the limits apply to the
-- whole import, which runs in time slices.
alter table shop.file_jobs add column picture_waits jsonb;
