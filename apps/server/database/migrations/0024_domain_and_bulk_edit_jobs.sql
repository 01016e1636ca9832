-- Host checks and bulk edits become jobs, which store when the next step is due.
insert into shop.jobs (kind, lane, store_id, payload, run_at)
select 'domains.verify', store_id::text, store_id, jsonb_build_object('domainId', id, 'checks', checks),
  coalesce(next_check_at, now())
from shop.domains where status = 'VERIFYING' order by next_check_at, id;
drop index shop.domains_to_check;
alter table shop.domains drop column next_check_at, drop column checks;

insert into shop.jobs (kind, lane, store_id, payload)
select 'bulk-edits.work', store_id::text, store_id, jsonb_build_object('bulkEditId', id)
from shop.bulk_edits where due_at is not null order by due_at, id;
-- Also drops the check and the index on due_at.
alter table shop.bulk_edits drop column due_at, drop column failures, drop column turn_at;
