-- For the worker: orders that were paid and have no invoice, a page at a time. Test orders get none.
create or replace function door.orders_to_invoice(max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id, o.paid_at::text from shop.orders o
  where o.payment_environment = 'LIVE' and o.paid_at is not null and o.invoiced_at is null
    and (o.paid_at, o.id) > (after_due::timestamptz, after_id)
  order by o.paid_at, o.id limit max_count
$$;

grant execute on function door.orders_to_invoice to {{worker}};
