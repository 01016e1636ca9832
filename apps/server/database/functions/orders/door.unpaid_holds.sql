-- Returns the units and discount uses of a caller's earlier orders: those from the IP address or the account, and those
-- whose keys the browser sent. Orders of one IP address, network or account are serialized until they commit.
-- units: the units of unpaid and test orders. If free_since is given (only for a free order in LIVE), also the units of
-- free orders placed since then.
-- store_units: the store's units, counted up to `enough` levels; null if the caller would hold no more than `few`.
-- ended_units: the units of orders from the IP address that were canceled or expired unpaid after `since` and after the
-- address's last order paid with real money. Includes released units of test orders, which count from their payment.
-- discounts: the limit and the uses of each of of_discounts that has a limit. Counts the uses by these orders, and by free
-- orders in LIVE since uses_since.
-- held (in variants) and uses (in discounts) are the higher of the caller's number and that of its wide network.
-- of_address_count, of_network_count, of_user_count and free_at come from door.ended_unpaid_orders, under the same locks.
create or replace function door.unpaid_holds(of_address bytea, of_network bytea, of_user uuid, of_orders uuid[], wanted uuid[],
  wanted_units int, of_discounts uuid[], few int, enough int, enough_of_network int, since timestamptz,
  free_since timestamptz, uses_since timestamptz, many int, many_of_network int, hold_minutes int)
returns table (orders int, units int, next_end timestamptz, store_units int, variants jsonb, discounts jsonb,
  ended_units int, network_orders int, network_units int, network_ended_units int, of_address_count int, of_network_count int,
  of_user_count int, free_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  taken_units int;
  first_ended timestamptz;
  -- Null if neither units nor discount uses of free orders are counted, so that no free orders are read.
  taken_since timestamptz := case when free_since is not null or cardinality(of_discounts) > 0 then uses_since end;
begin
  if of_network is not null then
    perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || encode(of_network, 'hex'), 0));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || encode(of_address, 'hex'), 0));
  if of_user is not null then
    perform pg_advisory_xact_lock(hashtextextended('unpaid holds ' || of_store || of_user, 0));
  end if;
  with found as (
    select o.id, o.expires_at, o.test_held_until from shop.orders o
    where o.store_id = of_store and o.held_by_address = of_address
    union
    select o.id, o.expires_at, o.test_held_until from shop.orders o
    where o.store_id = of_store and o.id = any(of_orders)
    union
    select o.id, o.expires_at, o.test_held_until from shop.orders o
    where o.store_id = of_store and o.held_by_user = of_user
  ), taken as (
    select o.id, o.paid_at from shop.orders o
    where o.store_id = of_store and o.placed_address = of_address and o.paid_at > taken_since
      and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null
    union
    select o.id, o.paid_at from shop.orders o
    where o.store_id = of_store and o.placed_by = of_user and o.paid_at > taken_since
      and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null
    union
    select o.id, o.paid_at from shop.orders o
    where o.store_id = of_store and o.id = any(of_orders) and o.paid_at > taken_since
      and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null
  ), held as (
    select f.id, f.expires_at is not null as is_unpaid, coalesce(f.expires_at, f.test_held_until) as ends, false as is_taken
    from found f
    where f.test_held_until is not null or f.expires_at is not null
    union all
    select t.id, false, t.paid_at + (now() - free_since), true from taken t where free_since is not null
  ), uses as (
    select d.id as discount_id, coalesce(f.expires_at, f.test_held_until) as ends
    from found f join shop.discount_uses u on u.store_id = of_store and u.order_id = f.id cross join unnest(u.discount_ids) d(id)
    where d.id = any(of_discounts) and (f.expires_at is not null or f.test_held_until is not null)
    union all
    select d.id, t.paid_at + (now() - uses_since)
    from taken t join shop.discount_uses u on u.store_id = of_store and u.order_id = t.id cross join unnest(u.discount_ids) d(id)
    where d.id = any(of_discounts)
  ), lines as (
    select i.variant_id, sum(i.quantity) as n, coalesce(sum(i.quantity) filter (where h.is_taken), 0) as taken
    from held h join shop.order_items i on i.store_id = of_store and i.order_id = h.id group by 1
  ), wide as materialized (
    select o.id, o.expires_at is not null as is_unpaid, o.expires_at is null and o.test_held_until is null as is_taken,
      coalesce(o.expires_at, o.test_held_until, o.paid_at + (now() - taken_since)) as ends
    from shop.orders o
    where o.store_id = of_store and o.placed_network = of_network
      and (o.test_held_until is not null or o.expires_at is not null
        or (o.paid_at > taken_since and o.total_minor = 0 and o.payment_environment = 'LIVE' and o.cancelled_at is null))
  ), wide_uses as (
    select d.id as discount_id
    from wide w join shop.discount_uses u on u.store_id = of_store and u.order_id = w.id cross join unnest(u.discount_ids) d(id)
    where d.id = any(of_discounts)
  ), wide_lines as (
    select i.variant_id, sum(i.quantity) as n, coalesce(sum(i.quantity) filter (where w.is_taken), 0) as taken
    from wide w join shop.order_items i on i.store_id = of_store and i.order_id = w.id
    where free_since is not null or not w.is_taken group by 1
  ), stock as (
    select l.variant_id, sum(greatest(l.on_hand, 0)) + max(l.backorder_limit) as n from shop.inventory_levels l
    where l.store_id = of_store and l.variant_id = any(wanted) and l.sell_rank is not null group by 1
  )
  select (select count(*) filter (where is_unpaid) from held)::int,
      (select coalesce(sum(n), 0) from lines)::int,
      greatest((select sum(taken) from lines), (select sum(taken) from wide_lines), 0)::int,
      coalesce((select min(ends) from held), (select min(ends) from uses), (select min(ends) from wide)),
      (select coalesce(jsonb_object_agg(s.variant_id,
          jsonb_build_object('stock', s.n + greatest(l.taken, w.taken, 0), 'held', greatest(l.n, w.n, 0))), '{}')
        from stock s left join lines l using (variant_id) left join wide_lines w using (variant_id)),
      (select coalesce(jsonb_agg(jsonb_build_object('limit', d.usage_limit, 'uses', greatest(
          (select count(*) from uses u where u.discount_id = d.id),
          (select count(*) from wide_uses u where u.discount_id = d.id))) order by d.id), '[]')
        from shop.discounts d where d.store_id = of_store and d.id = any(of_discounts) and d.usage_limit is not null),
      (select count(*) from wide where is_unpaid)::int,
      (select coalesce(sum(n), 0) from wide_lines)::int
    into orders, units, taken_units, next_end, variants, discounts, network_orders, network_units;
  if greatest(units, network_units) + wanted_units > few then
    select least(coalesce(sum(s.n), 0) + taken_units, 1000000) into store_units from (
      select greatest(l.on_hand, 0)::bigint + l.backorder_limit as n from shop.inventory_levels l
      where l.store_id = of_store and l.sell_rank is not null and (l.on_hand > 0 or l.backorder_limit > 0)
      limit case when network_units > units then enough_of_network else enough end) s;
  end if;

  -- Does not count ended orders if the new order is a free one in LIVE (free_since is set). A free order keeps its
  -- units for good, so the units of all free orders since free_since were counted above instead.
  with placed as materialized (
    select o.id, o.paid_at, o.total_minor, o.payment_environment, false as is_wide,
      case when o.paid_at is null then o.cancelled_at
        when o.payment_environment = 'TEST' and o.test_held_until is null then o.paid_at end as ended_at
    from shop.orders o
    where o.store_id = of_store and o.placed_address = of_address and free_since is null
    union all
    select o.id, o.paid_at, o.total_minor, o.payment_environment, true,
      case when o.paid_at is null then o.cancelled_at
        when o.payment_environment = 'TEST' and o.test_held_until is null then o.paid_at end
    from shop.orders o
    where o.store_id = of_store and o.placed_network = of_network and free_since is null
  ), ended as (
    select p.id, p.ended_at, p.is_wide from placed p
    where p.ended_at > greatest(since,
      (select max(q.paid_at) from placed q
        where q.total_minor > 0 and q.payment_environment = 'LIVE' and q.is_wide = p.is_wide))
  )
  select coalesce(sum(i.quantity) filter (where not e.is_wide), 0),
      coalesce(sum(i.quantity) filter (where e.is_wide), 0), min(e.ended_at)
    into ended_units, network_ended_units, first_ended
    from ended e join shop.order_items i on i.store_id = of_store and i.order_id = e.id;
  next_end := least(next_end, first_ended + (now() - since));
  select e.of_address_count, e.of_network_count, e.of_user_count, e.free_at
    into of_address_count, of_network_count, of_user_count, free_at
    from door.ended_unpaid_orders(of_address, of_network, of_user, since, many, many_of_network, hold_minutes) e;
  return next;
end $$;

grant execute on function door.unpaid_holds to {{app}}, {{worker}};
