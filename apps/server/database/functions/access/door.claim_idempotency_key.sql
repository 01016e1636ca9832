-- Claims an idempotency key in the caller's transaction. made: the key is new. fits: the hash equals that of the
-- request that first used the key. answer: the stored response, only if fits and not made.
create or replace function door.claim_idempotency_key(of_operation text, with_key text, with_hash bytea)
returns table (made boolean, fits boolean, answer json)
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into shop.idempotency_keys (store_id, operation, key, request_hash)
    values (shop.current_store(), of_operation, with_key, with_hash) on conflict do nothing;
  if found then return query select true, true, null::json; return; end if;
  return query select false, k.request_hash = with_hash, case when k.request_hash = with_hash then k.response end
    from shop.idempotency_keys k
    where k.store_id = shop.current_store() and k.operation = of_operation and k.key = with_key;
end $$;

grant execute on function door.claim_idempotency_key to {{app}}, {{worker}};
