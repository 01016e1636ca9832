-- For the worker: deletes orders that were canceled or expired unpaid before `ended`, and returns how many. Keeps
-- orders of accounts, orders with reviews or possible money movements, and those whose stock movements do not cancel
-- out. Also deletes the guests who were created with such an order and have nothing else, because anyone can place an
-- order with any name and email.
create or replace function door.forget_unpaid_orders(ended timestamptz, max_orders int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone uuid[];
  guests uuid[];
begin
  with picked as materialized (
    select o.id from shop.orders o
    where o.cancelled_at < ended and o.paid_at is null and o.placed_by is null
      and o.expires_at is null and o.payment_environment is null and o.test_held_until is null
      and o.fulfillment_state = 'unfulfilled'
      and not exists (select from shop.customers c
        where c.store_id = o.store_id and c.id = o.customer_id and c.user_id is not null)
      and not exists (select from shop.reviews r where r.store_id = o.store_id and r.order_id = o.id)
      and not exists (select from shop.payments p left join shop.test_payments t on t.id = p.provider_id
        where p.store_id = o.store_id and p.order_id = o.id
          and (p.state not in ('failed', 'expired', 'cancelled') or t.state = 'captured'))
      and not exists (select from shop.stock_movements m where m.store_id = o.store_id and m.order_id = o.id
        group by m.variant_id, m.location
        having sum(m.on_hand_delta) <> 0 or sum(m.reserved_delta) <> 0 or sum(m.incoming_delta) <> 0)
    order by o.cancelled_at, o.id limit max_orders for update of o skip locked
  )
  select array_agg(id) into gone from picked;
  if gone is null then return 0; end if;
  -- A guest who was created with an order has the same created_at as the order, unlike guests that staff created.
  -- Guests that were changed since have a higher version (door.forget_guests).
  select array_agg(distinct c.id) into guests from shop.orders o
    join shop.customers c on c.store_id = o.store_id and c.id = o.customer_id
    where o.id = any(gone) and c.created_at = o.created_at;
  delete from shop.stock_movements m using shop.orders o
    where o.id = any(gone) and m.store_id = o.store_id and m.order_id = o.id;
  delete from shop.test_payments t using shop.payments p, shop.orders o
    where o.id = any(gone) and p.store_id = o.store_id and p.order_id = o.id and t.id = p.provider_id;
  delete from shop.payments p using shop.orders o where o.id = any(gone) and p.store_id = o.store_id and p.order_id = o.id;
  delete from shop.order_events e using shop.orders o where o.id = any(gone) and e.store_id = o.store_id and e.order_id = o.id;
  delete from shop.order_items i using shop.orders o where o.id = any(gone) and i.store_id = o.store_id and i.order_id = o.id;
  delete from shop.orders o where o.id = any(gone);
  perform door.forget_guests(guests);
  return cardinality(gone);
end $$;

grant execute on function door.forget_unpaid_orders to {{worker}};
