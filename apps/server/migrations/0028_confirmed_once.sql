-- Who confirms is told so by mail, once: the row, and whether this call confirmed it.
drop function door.confirm_subscription(bytea, timestamptz);
create function door.confirm_subscription(with_token_hash bytea, at timestamptz)
returns table (id uuid, email text, is_new boolean)
language sql volatile security definer set search_path = '' as $$
  with found as (
    select s.id, s.confirmed_at is null as is_new from shop.subscriptions s
    where s.store_id = shop.current_store() and s.token_hash = with_token_hash for update)
  update shop.subscriptions s set confirmed_at = coalesce(s.confirmed_at, at) from found
  where s.store_id = shop.current_store() and s.id = found.id returning s.id, s.email, found.is_new
$$;
alter function door.confirm_subscription(bytea, timestamptz) owner to {{doors}};
revoke all on function door.confirm_subscription(bytea, timestamptz) from public;
grant execute on function door.confirm_subscription(bytea, timestamptz) to {{app}}, {{worker}};
