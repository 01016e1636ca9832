-- For the worker: the next stores with rows in stock_status_changes. Looks up one row for each.
create or replace function door.stores_with_stock_status_changes(max_stores int, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  with recursive waiting (store_id) as (
    (select c.store_id from shop.stock_status_changes c where c.store_id > after_id order by c.store_id limit 1)
    union all
    select (select c.store_id from shop.stock_status_changes c where c.store_id > w.store_id order by c.store_id limit 1)
    from waiting w where w.store_id is not null)
  select w.store_id, w.store_id, '' from waiting w where w.store_id is not null limit max_stores
$$;

grant execute on function door.stores_with_stock_status_changes to {{worker}};
