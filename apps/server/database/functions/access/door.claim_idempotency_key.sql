-- Claims an idempotency key in the caller's transaction. Returns one row: whether the key is new and, if not, whether it was
-- used for this request, and the stored response.
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
