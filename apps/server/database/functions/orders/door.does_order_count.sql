-- Whether an order counts for its customer, for reviews and for products bought together: it is paid, neither refunded nor
-- deleted and, if it is a test order, its store is in TEST mode.
create or replace function door.does_order_count(o shop.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select o.paid_at is not null and o.payment_state <> 'refunded' and o.deleted_at is null
    and (o.payment_environment = 'LIVE'
      or exists (select from shop.stores s where s.id = o.store_id and s.environment = 'TEST'))
$$;
