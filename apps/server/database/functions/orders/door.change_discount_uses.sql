-- Updates the amounts that discounts take off an order that was changed. `changed`: the new amounts by discount. Does not
-- change how often each discount was used.
create or replace function door.change_discount_uses(of_order uuid, changed jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.discount_uses u set (amounts, off_shipping) = (
    select array_agg(coalesce(w.amount, d.amount) order by d.n), array_agg(coalesce(w."offShipping", d.off_shipping) order by d.n)
    from unnest(u.discount_ids, u.amounts, u.off_shipping) with ordinality d(id, amount, off_shipping, n)
    left join jsonb_to_recordset(changed) as w(id uuid, amount bigint, "offShipping" bigint) on w.id = d.id)
  where u.store_id = shop.current_store() and u.order_id = of_order
$$;

grant execute on function door.change_discount_uses to {{app}}, {{worker}};
