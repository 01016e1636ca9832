-- When a store's mode changes, recounts the orders of customers with test orders, by the rule of door.does_order_count. In
-- a LIVE store, reviews are no longer verified by test orders. Customers are locked before their orders are counted, so
-- that no count is lost.
create or replace function door.count_test_orders(of_store uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  testers uuid[];
begin
  select array_agg(t.id) into testers from (
    select c.id from shop.customers c where c.store_id = of_store and c.id in (
      select o.customer_id from shop.orders o where o.store_id = of_store and o.payment_environment = 'TEST')
    order by c.id for no key update) t;
  update shop.customers c set order_count = n.orders, spent_minor = n.spent
    from (select o.customer_id, count(*) filter (where door.does_order_count(o)) as orders,
        coalesce(sum(o.paid_minor - o.refunded_minor - o.lost_minor) filter (where door.does_order_count(o)), 0) as spent
      from shop.orders o where o.store_id = of_store and o.customer_id = any(testers) group by 1) n
    where c.store_id = of_store and c.id = n.customer_id;
  update shop.reviews r set verified = false from shop.orders o, shop.stores s
    where r.store_id = of_store and r.verified and o.store_id = of_store and o.id = r.order_id
      and o.payment_environment = 'TEST' and s.id = of_store and s.environment = 'LIVE';
end $$;
