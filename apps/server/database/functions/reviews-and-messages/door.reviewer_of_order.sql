-- The paid order with the product, identified by its number or id, and by its key or email. order_id is null if the order
-- already has a review of the product. customer_id is null without the key, if the customer has an account that didn't
-- place the order, or if the customer was erased. Locks like door.reviewer.
create or replace function door.reviewer_of_order(of_product uuid, reference text, with_email text, with_key bytea)
returns table (customer_id uuid, order_id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  bought_in shop.orders;
  author uuid;
begin
  select o.* into bought_in from shop.orders o
    where o.store_id = shop.current_store()
      and (o.order_number = upper(reference)
        or o.id = case when reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then reference::uuid end)
      and (o.key_hash = with_key or lower(o.email) = lower(with_email))
      and door.does_order_count(o)
      and exists (select from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
    limit 1 for key share;
  if not found then return; end if;
  select c.id into author from shop.customers c
    where bought_in.key_hash = with_key and c.store_id = bought_in.store_id and c.id = bought_in.customer_id
      and (c.user_id is null or c.user_id = bought_in.placed_by) and c.erased_at is null for key share;
  return query select author, case when not exists (select from shop.reviews r
    where r.store_id = bought_in.store_id and r.order_id = bought_in.id and r.product_id = of_product) then bought_in.id end;
end $$;

grant execute on function door.reviewer_of_order to {{app}}, {{worker}};
