-- Adds or renews a subscription that must be confirmed, and returns its id. Returns null if an email was just sent, or if
-- the subscription is confirmed and still active.
create or replace function door.request_subscription(new_id uuid, with_email text, of_source text, for_variant uuid,
  with_token_hash bytea, at_host text, at timestamptz, last_mail_before timestamptz) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into shop.subscriptions as s (store_id, id, email, source, variant_id, token_hash, host, created_at, requested_at)
  values (shop.current_store(), new_id, with_email, of_source, for_variant, with_token_hash, at_host, at, at)
  on conflict (store_id, lower(email), source, variant_id) do update
    set token_hash = excluded.token_hash, host = excluded.host, requested_at = excluded.requested_at,
      was_confirmed_at = coalesce(s.confirmed_at, s.was_confirmed_at), confirmed_at = null, notified_at = null
    where (s.confirmed_at is null or s.notified_at is not null) and s.requested_at <= last_mail_before
  returning id
$$;

grant execute on function door.request_subscription to {{app}}, {{worker}};
