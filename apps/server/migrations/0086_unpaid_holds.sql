-- What one caller holds unpaid in a store is bounded, so that nobody empties a shop without paying.

-- The address an order came from, as a hash that only the server can make, and the account that placed it (its customer
-- may be another: anybody can name an e-mail). Both are gone once the order is paid or ended.
alter table shop.orders
  add column held_by_address bytea,
  add column held_by_user uuid,
  add constraint orders_held_while_unpaid
    check (expires_at is not null or (held_by_address is null and held_by_user is null));
create index orders_held_by_address on shop.orders (store_id, held_by_address) where held_by_address is not null;
create index orders_held_by_user on shop.orders (store_id, held_by_user) where held_by_user is not null;

-- What the caller of the order in the making holds already, by address, account and the orders its browser has the keys
-- of. Orders of one address, or of one account, take turns here until they commit, so that many at once are counted as
-- one after the other. `store_units` is what the store has, counted up to `enough` levels: more decides nothing. It is
-- null where the caller would hold no more than `few` units, which are few in any store.
create function door.unpaid_holds(of_address bytea, of_user uuid, of_orders uuid[], wanted uuid[], wanted_units int,
  few int, enough int)
returns table (orders int, units int, next_end timestamptz, store_units int, variants jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare of_store uuid := shop.current_store();
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || encode(of_address, 'hex'), 0));
  if of_user is not null then
    perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || of_user, 0));
  end if;
  with held as (
    select o.id, o.expires_at from shop.orders o where o.store_id = of_store and o.held_by_address = of_address
    union
    select o.id, o.expires_at from shop.orders o
    where o.store_id = of_store and o.id = any(of_orders) and o.expires_at is not null
    union
    select o.id, o.expires_at from shop.orders o where o.store_id = of_store and o.held_by_user = of_user
  ), lines as (
    select i.variant_id, sum(i.quantity) as n from held h
    join shop.order_items i on i.store_id = of_store and i.order_id = h.id group by 1
  ), stock as (
    select l.variant_id, sum(greatest(l.on_hand, 0)) + max(l.backorder_limit) as n from shop.inventory_levels l
    where l.store_id = of_store and l.variant_id = any(wanted) and l.sell_rank is not null group by 1
  )
  select (select count(*) from held)::int, (select coalesce(sum(n), 0) from lines)::int,
      (select min(expires_at) from held),
      (select coalesce(jsonb_object_agg(s.variant_id, jsonb_build_object('stock', s.n, 'held', coalesce(l.n, 0))), '{}')
        from stock s left join lines l using (variant_id))
    into orders, units, next_end, variants;
  if units + wanted_units > few then
    select least(coalesce(sum(s.n), 0), 1000000) into store_units from (
      select greatest(l.on_hand, 0)::bigint + l.backorder_limit as n from shop.inventory_levels l
      where l.store_id = of_store and l.sell_rank is not null and (l.on_hand > 0 or l.backorder_limit > 0)
      limit enough) s;
  end if;
  return next;
end $$;

-- Those of a browser's orders that a new one takes the place of: unpaid, no payment begun, and nothing in them that the
-- new one is not about.
create function door.replaced_orders(of_orders uuid[], by_variants text[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from shop.orders o
  where o.store_id = shop.current_store() and o.id = any(of_orders) and o.expires_at is not null and o.deleted_at is null
    and not exists (select from shop.payments p where p.store_id = o.store_id and p.order_id = o.id)
    and not exists (select from shop.order_items i
      where i.store_id = o.store_id and i.order_id = o.id and i.variant_id::text <> all(by_variants))
  order by o.id
$$;

do $$
declare f text;
begin
  foreach f in array '{"unpaid_holds(bytea, uuid, uuid[], uuid[], int, int, int)","replaced_orders(uuid[], text[])"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
    execute format('grant execute on function door.%s to {{app}}, {{worker}}', f);
  end loop;
end $$;
