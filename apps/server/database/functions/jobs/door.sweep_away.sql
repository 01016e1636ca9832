-- Deletes what has expired: idempotency keys, counts, sessions, and the addresses orders were placed from.
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
      and coalesce(cancelled_at, paid_at) < now() - case
        when total_minor = 0 and payment_environment = 'LIVE' and cancelled_at is null then interval '24 hours'
        else interval '2 hours' end;
$$;

grant execute on function door.sweep_away to {{worker}};
