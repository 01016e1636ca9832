-- For the worker: orders that are due to be completed, a page at a time (see door.expired_orders). An order with a return in
-- progress stays open.
create or replace function door.orders_to_complete(at timestamptz, max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id, o.completes_at::text from shop.orders o
  where o.completes_at <= at and o.payment_state = 'completed' and o.return_state <> 'requested' and o.deleted_at is null
    and (o.completes_at, o.id) > (after_due::timestamptz, after_id)
  order by o.completes_at, o.id limit max_count
$$;

grant execute on function door.orders_to_complete to {{worker}};
