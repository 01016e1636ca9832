-- Who waits for a sold-out variant asks once for each.
alter table shop.subscriptions add column variant_id uuid,
  add foreign key (store_id, variant_id) references shop.variants;
drop index shop.subscriptions_by_email;
create unique index subscriptions_by_email on shop.subscriptions (store_id, lower(email), source, variant_id) nulls not distinct;
create index subscriptions_by_variant on shop.subscriptions (store_id, variant_id) where variant_id is not null;

drop function door.request_subscription(uuid, text, text, bytea, timestamptz, timestamptz);
-- The subscription that waits for its mail; null where a mail went out a moment ago, or it is confirmed.
create function door.request_subscription(new_id uuid, with_email text, of_source text, for_variant uuid,
  with_token_hash bytea, at timestamptz, last_mail_before timestamptz) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into shop.subscriptions as s (store_id, id, email, source, variant_id, token_hash, created_at, requested_at)
  values (shop.current_store(), new_id, with_email, of_source, for_variant, with_token_hash, at, at)
  on conflict (store_id, lower(email), source, variant_id) do update
    set token_hash = excluded.token_hash, requested_at = excluded.requested_at
    where s.confirmed_at is null and s.requested_at <= last_mail_before
  returning id
$$;
alter function door.request_subscription(uuid, text, text, uuid, bytea, timestamptz, timestamptz) owner to {{doors}};
revoke all on function door.request_subscription(uuid, text, text, uuid, bytea, timestamptz, timestamptz) from public;
grant execute on function door.request_subscription(uuid, text, text, uuid, bytea, timestamptz, timestamptz) to {{app}}, {{worker}};
