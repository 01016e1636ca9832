-- Orders that were never paid do not stay for ever, and one caller may leave only so many of them.

create index orders_ended_unpaid on shop.orders (cancelled_at, id)
  where cancelled_at is not null and paid_at is null and placed_by is null;

-- SECURITY DEFINER, for the worker. Deletes orders that ended unpaid before `ended`, and answers with how many. An order stays
-- where an account placed it or its customer has one, where a review names it, where money may have moved, and where its
-- movements of stock do not cancel each other out, so that the ledger goes on explaining every level.
create function door.forget_unpaid_orders(ended timestamptz, max_orders int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  with picked as materialized (
    select o.id from shop.orders o
    where o.cancelled_at < ended and o.paid_at is null and o.placed_by is null
      and o.expires_at is null and o.payment_environment is null and o.test_held_until is null
      and o.fulfilment_state = 'unfulfilled'
      and not exists (select from shop.customers c
        where c.store_id = o.store_id and c.id = o.customer_id and c.user_id is not null)
      and not exists (select from shop.reviews r where r.store_id = o.store_id and r.order_id = o.id)
      and not exists (select from shop.payments p left join shop.test_payments t on t.id = p.provider_id
        where p.store_id = o.store_id and p.order_id = o.id
          and (p.state not in ('failed', 'expired', 'cancelled') or t.state = 'captured'))
      and not exists (select from shop.stock_movements m where m.store_id = o.store_id and m.order_id = o.id
        group by m.variant_id, m.location
        having sum(m.on_hand_delta) <> 0 or sum(m.reserved_delta) <> 0 or sum(m.incoming_delta) <> 0)
    order by o.cancelled_at, o.id limit max_orders for update of o skip locked
  )
  select array_agg(id) into gone from picked;
  if gone is null then return 0; end if;
  delete from shop.stock_movements m using shop.orders o
    where o.id = any(gone) and m.store_id = o.store_id and m.order_id = o.id;
  delete from shop.test_payments t using shop.payments p, shop.orders o
    where o.id = any(gone) and p.store_id = o.store_id and p.order_id = o.id and t.id = p.provider_id;
  delete from shop.payments p using shop.orders o where o.id = any(gone) and p.store_id = o.store_id and p.order_id = o.id;
  delete from shop.order_items i using shop.orders o where o.id = any(gone) and i.store_id = o.store_id and i.order_id = o.id;
  delete from shop.orders o where o.id = any(gone);
  return cardinality(gone);
end $$;
grant select, delete on shop.orders, shop.order_items, shop.payments, shop.stock_movements, shop.test_payments to {{doors}};
grant select on shop.customers, shop.reviews to {{doors}};
-- Rows are locked while they are picked.
grant update (updated_at) on shop.orders to {{doors}};

-- SECURITY DEFINER: orders from the address, and from the wide IPv6 network around it, that ended unpaid since `since` and
-- after the address's last order that was paid with real money.
create function door.ended_unpaid_orders(of_address bytea, of_network bytea, since timestamptz)
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

do $$
declare f text;
begin
  foreach f in array '{"forget_unpaid_orders(timestamptz, int)","ended_unpaid_orders(bytea, bytea, timestamptz)"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
    execute format('grant execute on function door.%s to {{worker}}', f);
  end loop;
end $$;
grant execute on function door.ended_unpaid_orders(bytea, bytea, timestamptz) to {{app}};
