-- For staff: ids of orders whose number or email begins with the text, or whose customer door.find_customers finds. LIKE
-- is not leakproof, so it could not use an index under a policy; prefixes are compared as ranges instead.
create or replace function door.find_orders(number text, prefix text, digits text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  (select o.id from shop.orders o where shop.current_scope() in ('staff', 'system') and o.store_id = shop.current_store() and number <> ''
    and o.order_number operator(pg_catalog.~>=~) number and o.order_number operator(pg_catalog.~<~) (number || U&'\+10FFFF'))
  union
  (select o.id from shop.orders o where shop.current_scope() in ('staff', 'system') and o.store_id = shop.current_store()
    and lower(o.email) operator(pg_catalog.~>=~) lower(prefix) and lower(o.email) operator(pg_catalog.~<~) (lower(prefix) || U&'\+10FFFF'))
  union
  (select o.id from shop.orders o where shop.current_scope() in ('staff', 'system') and o.store_id = shop.current_store()
    and o.customer_id = any(array(select door.find_customers(prefix, digits, null))))
$$;

grant execute on function door.find_orders to {{app}}, {{worker}};
