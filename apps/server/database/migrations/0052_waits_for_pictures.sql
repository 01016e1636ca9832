-- The time and failures of an import's downloads so far, because all its time slices share one limit.
alter table shop.file_jobs add column picture_waits jsonb;
