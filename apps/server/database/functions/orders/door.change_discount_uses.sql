-- The order changed: what it uses of its discounts is another amount. `amounts`: for each discount of the order. No discount
-- is used more or less often by it.
create or replace function door.change_discount_uses(of_order uuid, amounts jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.discount_uses u set amount_minor = w.amount, off_shipping_minor = w."offShipping"
  from jsonb_to_recordset(amounts) as w(id uuid, amount bigint, "offShipping" bigint)
  where u.store_id = shop.current_store() and u.order_id = of_order and u.discount_id = w.id
$$;

grant execute on function door.change_discount_uses to {{app}}, {{worker}};
