-- An order of a store in TEST mode sells units and uses a code for a while only, and counts against its caller meanwhile.

-- The mode in which the order was paid, or was free; null: not paid. Until `test_held_until` a test order keeps its units
-- and its use of a code; null once they were given back, and for all other orders.
alter table shop.orders
  add column payment_environment text check (payment_environment in ('TEST', 'LIVE')),
  add column test_held_until timestamptz,
  add constraint orders_test_held check (test_held_until is null or (payment_environment = 'TEST' and paid_at is not null)),
  drop constraint orders_held_while_unpaid,
  add constraint orders_held_by check (expires_at is not null or test_held_until is not null
    or (held_by_address is null and held_by_user is null));
create index orders_test_held_until on shop.orders (test_held_until, id) where test_held_until is not null;

-- What was paid before keeps what it sold: its units may have been counted since.
grant update (payment_environment) on shop.orders to {{doors}};
set role {{doors}};
update shop.orders o set payment_environment = p.environment from shop.payments p
  where p.store_id = o.store_id and p.order_id = o.id and p.state in ('completed', 'refunded') and o.paid_at is not null;
update shop.orders o set payment_environment = s.environment from shop.stores s
  where s.id = o.store_id and o.paid_at is not null and o.payment_environment is null;
reset role;
revoke update (payment_environment) on shop.orders from {{doors}};

drop function door.unpaid_holds(bytea, uuid, uuid[], uuid[], int, int, int);

-- As before, with the units of the caller's test orders: they are not on hand until they are given back. `orders` are the
-- unpaid ones, `code_uses` those of them that use the code. A free order (`is_free`) pays as it is made, so only test
-- orders stand against it.
create function door.unpaid_holds(of_address bytea, of_user uuid, of_orders uuid[], wanted uuid[], wanted_units int,
  of_discount uuid, is_free boolean, few int, enough int)
returns table (orders int, units int, next_end timestamptz, store_units int, variants jsonb, code_uses int, code_limit int)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  test_units int;
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || encode(of_address, 'hex'), 0));
  if of_user is not null then
    perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || of_user, 0));
  end if;
  with found as (
    select o.id, o.expires_at, o.test_held_until, o.discount_id from shop.orders o
    where o.store_id = of_store and o.held_by_address = of_address
    union
    select o.id, o.expires_at, o.test_held_until, o.discount_id from shop.orders o
    where o.store_id = of_store and o.id = any(of_orders)
    union
    select o.id, o.expires_at, o.test_held_until, o.discount_id from shop.orders o
    where o.store_id = of_store and o.held_by_user = of_user
  ), held as (
    select f.id, f.expires_at is not null as is_unpaid, coalesce(f.expires_at, f.test_held_until) as ends, f.discount_id
    from found f
    where f.test_held_until is not null or (f.expires_at is not null and not is_free)
  ), lines as (
    select i.variant_id, sum(i.quantity) as n, coalesce(sum(i.quantity) filter (where not h.is_unpaid), 0) as sold
    from held h join shop.order_items i on i.store_id = of_store and i.order_id = h.id group by 1
  ), stock as (
    select l.variant_id, sum(greatest(l.on_hand, 0)) + max(l.backorder_limit) as n from shop.inventory_levels l
    where l.store_id = of_store and l.variant_id = any(wanted) and l.sell_rank is not null group by 1
  )
  select (select count(*) filter (where is_unpaid) from held)::int,
      (select coalesce(sum(n), 0) from lines)::int, (select coalesce(sum(sold), 0) from lines)::int,
      (select min(ends) from held),
      (select coalesce(jsonb_object_agg(s.variant_id,
          jsonb_build_object('stock', s.n + coalesce(l.sold, 0), 'held', coalesce(l.n, 0))), '{}')
        from stock s left join lines l using (variant_id)),
      (select count(*) filter (where is_unpaid and discount_id = of_discount) from held)::int,
      (select d.usage_limit from shop.discounts d where d.store_id = of_store and d.id = of_discount)
    into orders, units, test_units, next_end, variants, code_uses, code_limit;
  if units + wanted_units > few then
    select least(coalesce(sum(s.n), 0) + test_units, 1000000) into store_units from (
      select greatest(l.on_hand, 0)::bigint + l.backorder_limit as n from shop.inventory_levels l
      where l.store_id = of_store and l.sell_rank is not null and (l.on_hand > 0 or l.backorder_limit > 0)
      limit enough) s;
  end if;
  return next;
end $$;

-- Test orders that give back what they hold: their time has come, or their store takes real money by now.
create function door.ended_test_holds(most int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id, o.test_held_until::text from shop.orders o join shop.stores s on s.id = o.store_id
  where o.test_held_until is not null and (o.test_held_until < now() or s.environment = 'LIVE')
    and (o.test_held_until, o.id) > (after_due::timestamptz, after_id)
  order by o.test_held_until, o.id limit most
$$;

do $$
declare f text;
begin
  foreach f in array '{"unpaid_holds(bytea, uuid, uuid[], uuid[], int, uuid, boolean, int, int)",
      "ended_test_holds(int, text, uuid)"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
    execute format('grant execute on function door.%s to {{worker}}', f);
  end loop;
end $$;
grant execute on function door.unpaid_holds(bytea, uuid, uuid[], uuid[], int, uuid, boolean, int, int) to {{app}};
