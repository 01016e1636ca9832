-- Stores at most three prices per variant and hour, so that the lowest price can be found quickly however often it
-- changes: the latest two, and one row with the lowest of the earlier prices, dated with the first of them.
create or replace function door.note_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier shop.price_changes[];
begin
  if tg_op = 'UPDATE' then
    earlier := array(
      select c from shop.price_changes c
      where c.store_id = new.store_id and c.variant_id = new.id and c.started_at < now()
      order by c.started_at desc limit 3);
    if date_trunc('hour', earlier[1].started_at) = date_trunc('hour', earlier[3].started_at) then
      delete from shop.price_changes c
        where c.store_id = new.store_id and c.variant_id = new.id and c.started_at = earlier[2].started_at;
      update shop.price_changes c
        set price_minor = earlier[2].price_minor, regular_price_minor = earlier[2].regular_price_minor
        where c.store_id = new.store_id and c.variant_id = new.id and c.started_at = earlier[3].started_at
          and c.price_minor > earlier[2].price_minor;
    end if;
  end if;
  insert into shop.price_changes (store_id, variant_id, started_at, price_minor, regular_price_minor)
    values (new.store_id, new.id, now(), new.price_minor, new.regular_price_minor)
    on conflict (store_id, variant_id, started_at) do update
      set price_minor = excluded.price_minor, regular_price_minor = excluded.regular_price_minor;
  return null;
end $$;
