-- Who waits for a sold-out variant is told once. Asking again begins anew, with a mail to confirm.
alter table shop.subscriptions add column told_at timestamptz;
create index subscriptions_waiting on shop.subscriptions (store_id, variant_id)
  where variant_id is not null and confirmed_at is not null and told_at is null;

-- The subscription that waits for its mail; null where a mail went out a moment ago, or it is confirmed and not used up.
create or replace function door.request_subscription(new_id uuid, with_email text, of_source text, for_variant uuid,
  with_token_hash bytea, at timestamptz, last_mail_before timestamptz) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into shop.subscriptions as s (store_id, id, email, source, variant_id, token_hash, created_at, requested_at)
  values (shop.current_store(), new_id, with_email, of_source, for_variant, with_token_hash, at, at)
  on conflict (store_id, lower(email), source, variant_id) do update
    set token_hash = excluded.token_hash, requested_at = excluded.requested_at,
      was_confirmed_at = coalesce(s.confirmed_at, s.was_confirmed_at), confirmed_at = null, told_at = null
    where (s.confirmed_at is null or s.told_at is not null) and s.requested_at <= last_mail_before
  returning id
$$;

-- For the worker: notes those whose variant can be bought again as told and queues their mails, in one statement, so that
-- nobody is told twice. A row somebody else has in hand is left to them.
create function door.tell_waiters(most int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select s.store_id, s.id from shop.subscriptions s
    join shop.inventory_levels l on l.store_id = s.store_id and l.variant_id = s.variant_id and l.location = 'main'
      and l.on_hand > l.reserved
    join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id and v.deleted_at is null
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null
      and p.status = 'ACTIVE' and p.published_at <= at
    join shop.stores t on t.id = s.store_id and t.deleted_at is null
    where s.variant_id is not null and s.confirmed_at is not null and s.told_at is null and s.source = 'back-in-stock'
    limit most for update of s skip locked
  ), told as (
    update shop.subscriptions s set told_at = at from due where s.store_id = due.store_id and s.id = due.id
    returning s.store_id, s.id, s.email
  ), queued as (
    insert into shop.mails (store_id, id, template, recipient, data, is_bulk)
    select store_id, gen_random_uuid(), 'back-in-stock', email, jsonb_build_object('subscriptionId', id), true from told
    returning 1
  )
  select count(*)::int from queued
$$;
grant insert on shop.mails to {{doors}};
alter function door.tell_waiters(int, timestamptz) owner to {{doors}};
revoke all on function door.tell_waiters(int, timestamptz) from public;
grant execute on function door.tell_waiters(int, timestamptz) to {{worker}};
