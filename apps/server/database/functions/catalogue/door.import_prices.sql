-- Replaces the price history of variants that an import has just created with the history from the source store. Looks
-- up each variant's prices by its id; with a join, PostgreSQL could read the prices of all stores for each variant.
create or replace function door.import_prices(prices jsonb) returns void
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  of_store uuid := shop.current_store();
  made uuid[];
begin
  if shop.current_scope() <> 'system' then
    raise exception 'no such store' using errcode = 'VT404';
  end if;
  select array_agg(w.id) into made from (select distinct r.id from jsonb_to_recordset(prices) as r (id uuid)) w
    cross join lateral (
      select min(c.started_at) as began from shop.price_changes c where c.store_id = of_store and c.variant_id = w.id offset 0) p
    where p.began >= now();
  delete from shop.price_changes c using unnest(made) w (id) where c.store_id = of_store and c.variant_id = any(made) and c.variant_id = w.id;
  insert into shop.price_changes (store_id, variant_id, started_at, price_minor, regular_price_minor)
    select of_store, r.id, least(r.since, now()), r.price, r.was
    from jsonb_to_recordset(prices) as r (id uuid, since timestamptz, price int, was int)
    join unnest(made) w (id) on w.id = r.id
    on conflict (store_id, variant_id, started_at) do nothing;
end $$;

grant execute on function door.import_prices to {{worker}};
