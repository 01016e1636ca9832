-- The paid order with the product, identified by its number or id, and by its key or email. order_id is null if the order
-- already has a review of the product. customer_id is null without the key, or if the customer has an account that didn't
-- place the order.
create or replace function door.reviewer_of_order(of_product uuid, reference text, with_email text, with_key bytea)
returns table (customer_id uuid, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select case when o.key_hash = with_key and not exists (select from shop.customers c
      where c.store_id = o.store_id and c.id = o.customer_id and c.user_id is not null
        and c.user_id is distinct from o.placed_by) then o.customer_id end,
    case when not exists (select from shop.reviews r
      where r.store_id = o.store_id and r.order_id = o.id and r.product_id = of_product) then o.id end
  from shop.orders o
  where o.store_id = shop.current_store()
    and (o.order_number = upper(reference)
      or o.id = case when reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then reference::uuid end)
    and (o.key_hash = with_key or lower(o.email) = lower(with_email))
    and door.does_order_count(o)
    and exists (select from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
  limit 1
$$;

grant execute on function door.reviewer_of_order to {{app}}, {{worker}};
