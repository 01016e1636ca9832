-- Returns the products that were most often bought in one order with this product. Looks at the product's latest 300
-- order lines, and ignores orders that don't count (door.does_order_count).
create or replace function door.bought_together(of_store uuid, of_product uuid, max_count int) returns table (product_id uuid, orders bigint)
language sql stable security definer set search_path = '' rows 20 as $$
  select i.product_id, count(distinct i.order_id)
  from (select order_id from shop.order_items where store_id = of_store and product_id = of_product order by id desc limit 300) l
  join shop.orders o on o.store_id = of_store and o.id = l.order_id and door.does_order_count(o)
  join shop.order_items i on i.store_id = of_store and i.order_id = o.id and i.product_id <> of_product
  group by 1 order by 2 desc, max(o.created_at) desc, 1 limit max_count
$$;

grant execute on function door.bought_together to {{app}}, {{catalogue}}, {{worker}};
