-- Orders from the address, and from the wide IPv6 network around it, that ended unpaid since `since` and after the address's
-- last order that was paid with real money.
create or replace function door.ended_unpaid_orders(of_address bytea, of_network bytea, since timestamptz)
returns table (of_address_count int, of_network_count int)
language sql stable security definer set search_path = '' as $$
  select
    (select count(*)::int from shop.orders o
      where o.store_id = shop.current_store() and o.placed_address = of_address and o.paid_at is null
        and o.cancelled_at > greatest(since, (select max(q.paid_at) from shop.orders q
          where q.store_id = shop.current_store() and q.placed_address = of_address and q.payment_environment = 'LIVE'
            and q.total_minor > 0))),
    (select count(*)::int from shop.orders o
      where o.store_id = shop.current_store() and o.placed_network = of_network and o.paid_at is null and o.cancelled_at > since)
$$;

grant execute on function door.ended_unpaid_orders to {{app}}, {{worker}};
