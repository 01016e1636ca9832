-- For the worker: paid orders with a change that was not paid in time, a page at a time (see door.expired_orders).
create or replace function door.expired_order_changes(max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id, o.change_expires_at::text from shop.orders o
  where o.change_expires_at < now() and (o.change_expires_at, o.id) > (after_due::timestamptz, after_id)
  order by o.change_expires_at, o.id limit max_count
$$;

grant execute on function door.expired_order_changes to {{worker}};
