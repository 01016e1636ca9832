create or replace function door.confirm_subscription(with_token_hash bytea, at timestamptz)
returns table (id uuid, email text, is_new boolean)
language sql volatile security definer set search_path = '' as $$
  with found as (
    select s.id, s.confirmed_at is null as is_new from shop.subscriptions s
    where s.store_id = shop.current_store() and s.token_hash = with_token_hash for update)
  update shop.subscriptions s set confirmed_at = coalesce(s.confirmed_at, at) from found
  where s.store_id = shop.current_store() and s.id = found.id returning s.id, s.email, found.is_new
$$;

grant execute on function door.confirm_subscription to {{app}}, {{worker}};
