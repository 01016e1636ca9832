-- For the worker: expired unpaid orders, a page at a time. Excludes orders with a payment whose cancellation at the
-- provider is postponed; there may be thousands. `due` is text, because the next page begins right after it and a
-- JavaScript Date would drop its microseconds.
create or replace function door.expired_orders(max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id, o.expires_at::text from shop.orders o
  where o.expires_at < now() and (o.expires_at, o.id) > (after_due::timestamptz, after_id)
    and not exists (select from shop.payments p
      where p.store_id = o.store_id and p.order_id = o.id and p.cancel_after > now()
        and p.state in ('created', 'processing', 'failed'))
  order by o.expires_at, o.id limit max_count
$$;

grant execute on function door.expired_orders to {{worker}};
