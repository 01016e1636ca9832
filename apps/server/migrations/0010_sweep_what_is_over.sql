-- The daily sweep also takes what was told a month ago and sessions a week over, with their refresh tokens.
create index sessions_by_end on shop.sessions (expires_at);
create index outbox_told on shop.outbox (done_at) where done_at is not null;
grant delete on shop.outbox, shop.sessions to {{doors}};

create or replace function door.sweep_away() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.idempotency_keys where created_at < now() - interval '24 hours';
  delete from shop.rate_limits where window_start < now() - interval '1 hour';
  delete from shop.outbox where done_at < now() - interval '30 days';
  delete from shop.sessions where expires_at < now() - interval '7 days';
$$;
