-- For the worker: the next stores with products whose publication time has come. Reads one row per store.
create or replace function door.stores_with_due_products(max_stores int, at timestamptz, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  with recursive scheduled (store_id, changes_at) as (
    (select p.store_id, p.changes_at from shop.products p where p.changes_at is not null and p.store_id > after_id
      order by p.store_id, p.changes_at limit 1)
    union all
    select n.store_id, n.changes_at from scheduled s cross join lateral (
      select p.store_id, p.changes_at from shop.products p where p.changes_at is not null and p.store_id > s.store_id
      order by p.store_id, p.changes_at limit 1) n)
  select s.store_id, s.store_id, '' from scheduled s where s.changes_at <= at limit max_stores
$$;

grant execute on function door.stores_with_due_products to {{worker}};
