-- Counts orders that were canceled or expired unpaid since `since`: those from the IP address (only since its last
-- order paid with real money), those from the wide IPv6 network around it, and those of the account (null unless `many`
-- or `many_of_network` is reached). free_at: `hold_minutes` after the last unpaid order from the IP address if its
-- count is at least `many`, or from the network if its count is at least `many_of_network`. Starting a payment extends
-- an order's hold, but doesn't change free_at. Called by door.unpaid_holds, under its locks.
create or replace function door.ended_unpaid_orders(of_address bytea, of_network bytea, of_user uuid, since timestamptz,
  many int, many_of_network int, hold_minutes int)
returns table (of_address_count int, of_network_count int, of_user_count int, free_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
begin
  select count(*)::int into of_address_count from shop.orders o
    where o.store_id = of_store and o.placed_address = of_address and o.paid_at is null
      and o.cancelled_at > greatest(since, (select max(q.paid_at) from shop.orders q
        where q.store_id = of_store and q.placed_address = of_address and q.payment_environment = 'LIVE' and q.total_minor > 0));
  select count(*)::int into of_network_count from shop.orders o
    where o.store_id = of_store and o.placed_network = of_network and o.paid_at is null and o.cancelled_at > since;
  if of_address_count >= many or of_network_count >= many_of_network then
    select count(*)::int into of_user_count from shop.orders o
      where o.store_id = of_store and o.placed_by = of_user and o.paid_at is null and o.cancelled_at > since;
    select max(o.created_at) + hold_minutes * interval '1 minute' into free_at from shop.orders o
      where o.store_id = of_store and o.paid_at is null
        and ((of_address_count >= many and o.placed_address = of_address)
          or (of_network_count >= many_of_network and o.placed_network = of_network));
  end if;
  return next;
end $$;
