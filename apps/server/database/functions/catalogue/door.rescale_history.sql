-- After a change of the store's currency, converts the price history and the prices in bulk edits to a currency with
-- `digits` more decimals (negative: fewer). Runs in the transaction that converted the variants' prices.
create or replace function door.rescale_history(digits int) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if shop.current_scope() not in ('staff', 'system') then
    raise exception 'no such store' using errcode = 'VT404';
  end if;
  delete from shop.price_changes c where c.store_id = shop.current_store() and c.started_at = now();
  update shop.price_changes c set price_minor = shop.rescaled(c.price_minor, digits),
      regular_price_minor = shop.rescaled(c.regular_price_minor, digits)
    where c.store_id = shop.current_store();
  update shop.bulk_edit_items i set before = shop.rescaled_price(i.before, digits), after = shop.rescaled_price(i.after, digits)
    where i.store_id = shop.current_store() and i.field = 'PRICE';
end $$;

grant execute on function door.rescale_history to {{app}}, {{worker}};
