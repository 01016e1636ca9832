-- What variants that a file has just made have cost before, in the store it comes from: theirs began in this transaction.
create function door.bring_prices(prices jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid[];
begin
  if shop.current_scope() <> 'system' then
    raise exception 'no such store' using errcode = 'VT404';
  end if;
  select array_agg(distinct r.id) into made from jsonb_to_recordset(prices) as r (id uuid)
    where not exists (select from shop.price_changes c
      where c.store_id = shop.current_store() and c.variant_id = r.id and c.started_at < now())
    and exists (select from shop.price_changes c where c.store_id = shop.current_store() and c.variant_id = r.id);
  delete from shop.price_changes c where c.store_id = shop.current_store() and c.variant_id = any(made);
  insert into shop.price_changes (store_id, variant_id, started_at, price_minor, regular_price_minor)
    select shop.current_store(), r.id, least(r.since, now()), r.price, r.was
    from jsonb_to_recordset(prices) as r (id uuid, since timestamptz, price int, was int) where r.id = any(made)
    on conflict (store_id, variant_id, started_at) do nothing;
end $$;
alter function door.bring_prices(jsonb) owner to {{doors}};
revoke all on function door.bring_prices(jsonb) from public;
grant execute on function door.bring_prices(jsonb) to {{worker}};
