-- A store's currency may become one with other decimals while nothing in it is for sale: what amounts are kept follows,
-- also where the store itself may not write.

-- So many decimals more, or fewer; what is not nothing stays so, and within its column.
create function shop.rescaled(minor numeric, digits int) returns int language sql immutable strict as $$
  select least(greatest(round(minor * 10::numeric ^ digits), sign(minor)), 2147483647)::int
$$;

-- A bulk edit's price, { price, regularPrice }; a regular price that is no longer above it goes.
create function shop.rescaled_price(kept jsonb, digits int) returns jsonb language sql immutable as $$
  select kept || jsonb_build_object('price', p.price, 'regularPrice', case when p.regular > p.price then p.regular end)
  from (select shop.rescaled((kept ->> 'price')::numeric, digits) as price,
    shop.rescaled((kept ->> 'regularPrice')::numeric, digits) as regular) p
$$;

-- In the transaction that has rescaled the variants: their history follows, and no price began to hold by that.
create function door.rescale_history(digits int) returns void
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
grant delete on shop.price_changes to {{doors}};
grant update (before, after) on shop.bulk_edit_items to {{doors}};
alter function door.rescale_history(int) owner to {{doors}};
revoke all on function door.rescale_history(int) from public;
grant execute on function door.rescale_history(int) to {{app}}, {{worker}};
