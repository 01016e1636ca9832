-- What one caller may hold unpaid: also of a wide IPv6 network, and after orders that ended unpaid.

-- Where an order was placed from, as hashes that only the server can make: the address, and the wide network around an
-- IPv6 one. Both are gone some two hours after the order was paid or ended.
alter table shop.orders
  add column placed_address bytea,
  add column placed_network bytea;
create index orders_placed_address on shop.orders (store_id, placed_address) where placed_address is not null;
create index orders_placed_network on shop.orders (store_id, placed_network) where placed_network is not null;

drop function door.unpaid_holds(bytea, uuid, uuid[], uuid[], int, uuid, boolean, int, int);

-- As before. `ended_units` are those of the address's orders that ended unpaid since `since`, and after its last order that
-- was paid. The network's orders take turns as well, so that many at once from all over it are counted one by one.
create function door.unpaid_holds(of_address bytea, of_network bytea, of_user uuid, of_orders uuid[], wanted uuid[],
  wanted_units int, of_discount uuid, is_free boolean, few int, enough int, since timestamptz)
returns table (orders int, units int, next_end timestamptz, store_units int, variants jsonb, code_uses int, code_limit int,
  ended_units int, network_orders int, network_units int)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  test_units int;
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
      and (o.test_held_until is not null or (o.expires_at is not null and not is_free));
  return next;
end $$;

-- As before, and where orders were placed from.
create or replace function door.sweep_away() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.idempotency_keys where created_at < now() - interval '24 hours';
  delete from shop.rate_limits where window_start < now() - interval '1 hour';
  delete from shop.outbox where done_at < now() - interval '30 days';
  delete from shop.sessions where expires_at < now() - interval '7 days';
  delete from shop.subscriptions where requested_at < now() - interval '30 days'
    and confirmed_at is null and was_confirmed_at is null and unsubscribed_at is null;
  update shop.orders set placed_address = null, placed_network = null
    where placed_address is not null and expires_at is null and test_held_until is null
      and coalesce(cancelled_at, paid_at) < now() - interval '2 hours';
$$;
grant update (placed_address, placed_network) on shop.orders to {{doors}};

-- A review counts the votes of a wide IPv6 network only so far. The network is a hash that is another for each review.
alter table shop.review_votes add column network bytea;
create index review_votes_of_network on shop.review_votes (store_id, review_id, network) where network is not null;

drop function door.vote_review(uuid, bytea, boolean, timestamptz);

-- As before; past `network_max` votes of its network a voter's is not counted. Votes for a review take turns by its row.
create function door.vote_review(of_review uuid, with_voter bytea, of_network bytea, network_max int, helpful boolean,
  at timestamptz)
returns table (product_id uuid, count int)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  change int := 0;
begin
  perform from shop.reviews r join shop.products p on p.store_id = r.store_id and p.id = r.product_id
    where r.store_id = of_store and r.id = of_review and r.status = 'APPROVED'
      and p.deleted_at is null and p.status = 'ACTIVE' and p.published_at <= now()
    for no key update of r;
  if not found then return; end if;
  if helpful then
    insert into shop.review_votes (store_id, review_id, voter, network, created_at)
      select of_store, of_review, with_voter, of_network, at
      where of_network is null or network_max > (select count(*) from shop.review_votes v
        where v.store_id = of_store and v.review_id = of_review and v.network = of_network)
      on conflict do nothing;
    if found then change := 1; end if;
  else
    delete from shop.review_votes v where v.store_id = of_store and v.review_id = of_review and v.voter = with_voter;
    if found then change := -1; end if;
  end if;
  return query update shop.reviews r set helpful_count = r.helpful_count + change
    where r.store_id = of_store and r.id = of_review returning r.product_id, r.helpful_count;
end $$;

do $$
declare f text;
begin
  foreach f in array '{"unpaid_holds(bytea, bytea, uuid, uuid[], uuid[], int, uuid, boolean, int, int, timestamptz)",
      "vote_review(uuid, bytea, bytea, int, boolean, timestamptz)"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
    execute format('grant execute on function door.%s to {{app}}, {{worker}}', f);
  end loop;
end $$;
