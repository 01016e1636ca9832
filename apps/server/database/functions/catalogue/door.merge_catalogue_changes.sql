-- For the worker: merges the rows of catalogue_changes into one row per store, and returns how many rows it removed.
-- Only one transaction at a time does this; others return 0.
create or replace function door.merge_catalogue_changes(max_rows int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('catalogue changes')) then return 0; end if;
  with picked as materialized (
    select store_id, transaction_id from shop.catalogue_changes where transaction_id > 0 order by transaction_id limit max_rows
  ), taken as (
    delete from shop.catalogue_changes c using picked p where c.store_id = p.store_id and c.transaction_id = p.transaction_id returning c.*
  ), added as (
    insert into shop.catalogue_changes as c
    select store_id, 0, sum(changes) from taken group by store_id order by store_id
    on conflict (store_id, transaction_id) do update set changes = c.changes + excluded.changes
  )
  select count(*) into settled from taken;
  return settled;
end $$;

grant execute on function door.merge_catalogue_changes to {{worker}};
