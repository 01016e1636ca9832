-- Returns the account's customer, and the first of their paid orders that contains the product and has no review of it
-- yet. Locks both until the transaction ends, the order first, as an erasure does. Returns no row if the customer was
-- erased meanwhile.
create or replace function door.reviewer(actor uuid, of_product uuid) returns table (customer_id uuid, order_id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  author uuid := door.customer_of(actor, of_store, 'store', null);
  bought_in uuid;
begin
  select o.id into bought_in from shop.orders o
    where o.store_id = of_store and o.customer_id = author and door.does_order_count(o)
      and exists (select from shop.order_items i
        where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
      and not exists (select from shop.reviews r
        where r.store_id = o.store_id and r.order_id = o.id and r.product_id = of_product)
    order by o.paid_at, o.id limit 1 for key share;
  return query select c.id, bought_in from shop.customers c
    where c.store_id = of_store and c.id = author and c.erased_at is null for key share;
end $$;

grant execute on function door.reviewer to {{app}}, {{worker}};
