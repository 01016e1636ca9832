-- Updates a customer's totals whenever an order changes: the number of orders that count (door.does_order_count), and
-- the amount paid for them and not returned. For a test order, the customers are locked first: a change of the store's
-- mode may be recounting them (door.count_test_orders), and the mode must be read after that.
create or replace function door.count_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.payment_environment = 'TEST' and new.paid_at is not null then
    perform c.id from shop.customers c
      where c.store_id = new.store_id and c.id in (new.customer_id, old.customer_id)
      order by c.id for no key update;
  end if;
  if tg_op = 'UPDATE' then
    update shop.customers set order_count = order_count - 1, spent_minor = spent_minor - (old.paid_minor - old.refunded_minor - old.lost_minor)
    where store_id = old.store_id and id = old.customer_id and door.does_order_count(old);
  end if;
  update shop.customers set order_count = order_count + 1, spent_minor = spent_minor + (new.paid_minor - new.refunded_minor - new.lost_minor),
    last_order_at = greatest(last_order_at, new.created_at)
  where store_id = new.store_id and id = new.customer_id and door.does_order_count(new);
  return null;
end $$;
