-- Returns the account's customer, and the first of their paid orders that contains the product and has no review of it
-- yet.
create or replace function door.reviewer(actor uuid, of_product uuid) returns table (customer_id uuid, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.id, (select o.id from shop.orders o
    where o.store_id = shop.current_store() and o.customer_id = c.id and door.does_order_count(o)
      and exists (select from shop.order_items i
        where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
      and not exists (select from shop.reviews r
        where r.store_id = o.store_id and r.order_id = o.id and r.product_id = of_product)
    order by o.paid_at, o.id limit 1)
  from door.customer_of(actor, shop.current_store(), 'store', null) c (id) where c.id is not null
$$;

grant execute on function door.reviewer to {{app}}, {{worker}};
