-- Requests can only enqueue jobs. Workers claim and end jobs through functions of the schema door.
alter table shop.jobs enable row level security;
alter table shop.jobs force row level security;
create policy add on shop.jobs for insert to {{app}}, {{worker}}
  with check (case when store_id is null then true else store_id = shop.current_store() end);
create policy doors on shop.jobs to {{doors}} using (true) with check (true);
grant insert (kind, lane, store_id, payload, is_large, run_at) on shop.jobs to {{app}}, {{worker}};
grant select, insert, update, delete on shop.jobs to {{doors}};
