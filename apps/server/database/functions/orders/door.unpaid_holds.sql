-- What the caller of a new order holds already, by address, account and the orders whose keys the browser has. Orders of one
-- address, network or account take turns until they commit. units: of unpaid and test orders. store_units: the store's units,
-- counted up to `enough` levels; null where the caller would hold no more than `few`. ended_units: of the address's orders that
-- ended unpaid since `since`. free_since: null but for free orders in LIVE, whose units of that time count too.
create or replace function door.unpaid_holds(of_address bytea, of_network bytea, of_user uuid, of_orders uuid[], wanted uuid[],
  wanted_units int, of_discount uuid, is_free boolean, few int, enough int, since timestamptz,
  free_since timestamptz)
returns table (orders int, units int, next_end timestamptz, store_units int, variants jsonb, code_uses int, code_limit int,
  ended_units int, network_orders int, network_units int)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  taken_units int;
  first_ended timestamptz;
begin
  if of_network is not null then
    perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || encode(of_network, 'hex'), 0));
  end if;
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
  ), taken as (
    select o.id, o.paid_at, o.discount_id from shop.orders o
    where o.store_id = of_store and o.placed_address = of_address and o.paid_at > free_since
      and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null
    union
    select o.id, o.paid_at, o.discount_id from shop.orders o
    where o.store_id = of_store and o.placed_by = of_user and o.paid_at > free_since
      and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null
    union
    select o.id, o.paid_at, o.discount_id from shop.orders o
    where o.store_id = of_store and o.id = any(of_orders) and o.paid_at > free_since
      and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null
  ), held as (
    select f.id, f.expires_at is not null as is_unpaid, coalesce(f.expires_at, f.test_held_until) as ends, false as is_taken
    from found f
    where f.test_held_until is not null or (f.expires_at is not null and not is_free)
    union all
    select t.id, false, t.paid_at + (now() - free_since), true from taken t
  ), uses as (
    select coalesce(f.expires_at, f.test_held_until) as ends from found f
    where f.discount_id = of_discount and (f.expires_at is not null or f.test_held_until is not null)
    union all
    select t.paid_at + (now() - free_since) from taken t where t.discount_id = of_discount
  ), lines as (
    select i.variant_id, sum(i.quantity) as n, coalesce(sum(i.quantity) filter (where h.is_taken), 0) as taken
    from held h join shop.order_items i on i.store_id = of_store and i.order_id = h.id group by 1
  ), stock as (
    select l.variant_id, sum(greatest(l.on_hand, 0)) + max(l.backorder_limit) as n from shop.inventory_levels l
    where l.store_id = of_store and l.variant_id = any(wanted) and l.sell_rank is not null group by 1
  )
  select (select count(*) filter (where is_unpaid) from held)::int,
      (select coalesce(sum(n), 0) from lines)::int, (select coalesce(sum(taken), 0) from lines)::int,
      coalesce((select min(ends) from held), (select min(ends) from uses)),
      (select coalesce(jsonb_object_agg(s.variant_id,
          jsonb_build_object('stock', s.n + coalesce(l.taken, 0), 'held', coalesce(l.n, 0))), '{}')
        from stock s left join lines l using (variant_id)),
      (select count(*) from uses)::int,
      (select d.usage_limit from shop.discounts d where d.store_id = of_store and d.id = of_discount)
    into orders, units, taken_units, next_end, variants, code_uses, code_limit;
  if units + wanted_units > few then
    select least(coalesce(sum(s.n), 0) + taken_units, 1000000) into store_units from (
      select greatest(l.on_hand, 0)::bigint + l.backorder_limit as n from shop.inventory_levels l
      where l.store_id = of_store and l.sell_rank is not null and (l.on_hand > 0 or l.backorder_limit > 0)
      limit enough) s;
  end if;

  -- A free order holds nothing unpaid, so that it is held to nothing that was.
  with placed as materialized (
    select o.id, o.paid_at, o.cancelled_at, o.total_minor from shop.orders o
    where o.store_id = of_store and o.placed_address = of_address and not is_free
  ), ended as (
    select p.id, p.cancelled_at from placed p
    where p.paid_at is null and p.cancelled_at > greatest(since,
      (select max(q.paid_at) from placed q where q.total_minor > 0))
  )
  select coalesce((select sum(i.quantity) from ended e
      join shop.order_items i on i.store_id = of_store and i.order_id = e.id), 0), (select min(e.cancelled_at) from ended e)
    into ended_units, first_ended;
  next_end := least(next_end, first_ended + (now() - since));

  select count(distinct o.id) filter (where o.expires_at is not null), coalesce(sum(i.quantity), 0)
    into network_orders, network_units
    from shop.orders o join shop.order_items i on i.store_id = of_store and i.order_id = o.id
    where o.store_id = of_store and o.placed_network = of_network
      and (o.test_held_until is not null or (o.expires_at is not null and not is_free)
        or (o.paid_at > free_since and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null));
  return next;
end $$;

grant execute on function door.unpaid_holds to {{app}}, {{worker}};
