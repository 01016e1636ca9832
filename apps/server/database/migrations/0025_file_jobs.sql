-- Imports and exports become jobs, whose rows store the claims.
insert into shop.jobs (kind, lane, store_id, payload, is_large)
select 'file-jobs.work', store_id || ' ' || direction, store_id, jsonb_build_object('fileJobId', id), is_large
from shop.file_jobs where state in ('WAITING', 'RUNNING') and received_at is not null order by created_at, id;
alter table shop.file_jobs drop column claim, drop column claimed_until, drop column claimed_by, drop column attempts,
  drop column turn_at, drop column is_large;
