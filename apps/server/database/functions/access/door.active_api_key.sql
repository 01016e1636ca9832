-- Returns the active API key with this id, and its hash. Read at each call, so that a revocation takes effect
-- immediately.
create or replace function door.active_api_key(of_key uuid) returns table (store_id uuid, key_hash bytea, permissions text[])
language sql stable security definer set search_path = '' as $$
  select k.store_id, k.key_hash, k.permissions from shop.api_keys k
  join shop.stores s on s.id = k.store_id and s.deleted_at is null
  where k.id = of_key and k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > now())
$$;

grant execute on function door.active_api_key to {{app}}, {{worker}};
