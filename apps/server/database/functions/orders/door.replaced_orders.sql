-- The browser's orders that a new order replaces: unpaid, without a payment, and containing nothing that the new one
-- lacks.
create or replace function door.replaced_orders(of_orders uuid[], by_variants text[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from shop.orders o
  where o.store_id = shop.current_store() and o.id = any(of_orders) and o.expires_at is not null and o.deleted_at is null
    and not exists (select from shop.payments p where p.store_id = o.store_id and p.order_id = o.id)
    and not exists (select from shop.order_items i
      where i.store_id = o.store_id and i.order_id = o.id and i.variant_id::text <> all(by_variants))
  order by o.id
$$;

grant execute on function door.replaced_orders to {{app}}, {{worker}};
