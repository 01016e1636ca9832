-- Deletes old idempotency keys, rate limit counts, failed jobs, turns of lanes and owners, expired sessions and
-- unconfirmed subscriptions. Clears the hashed IP addresses of the callers who placed orders or wrote reviews.
create or replace function door.sweep_away() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.idempotency_keys where created_at < now() - interval '24 hours';
  delete from shop.rate_limits
    where window_start < now() - case when bucket like 'daily %' then interval '1 day' else interval '1 hour' end;
  delete from shop.jobs where failed_at < now() - interval '30 days';
  delete from shop.job_turns where served_at < now() - interval '1 hour';
  delete from shop.sessions where expires_at < now() - interval '7 days';
  delete from shop.subscriptions where requested_at < now() - interval '30 days'
    and confirmed_at is null and was_confirmed_at is null and unsubscribed_at is null;
  update shop.orders set placed_address = null, placed_network = null
    where placed_address is not null and expires_at is null and test_held_until is null
      and coalesce(cancelled_at, paid_at) < now() - case
        when total_minor = 0 and payment_environment = 'LIVE' and cancelled_at is null then interval '24 hours'
        else interval '2 hours' end;
  -- The hashes of callers limit the emails about an order on its first day.
  update shop.orders set mail_callers = '{}' where mail_callers <> '{}' and created_at < now() - interval '1 day';
  -- A review counts toward its caller's limit for a day, and for as long as it is pending.
  update shop.reviews set caller = null, network = null
    where caller is not null and status <> 'PENDING' and created_at < now() - interval '1 day';
$$;

grant execute on function door.sweep_away to {{worker}};
