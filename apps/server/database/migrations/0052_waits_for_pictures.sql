-- What the downloads of an import have cost so far, because its time slices share one bound.
alter table shop.file_jobs add column picture_waits jsonb;
