-- Stores the response to a request that claimed an idempotency key.
create or replace function door.save_idempotent_response(of_operation text, with_key text, with_hash bytea, answer json) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.idempotency_keys set response = answer
  where store_id = shop.current_store() and operation = of_operation and key = with_key and request_hash = with_hash
$$;

grant execute on function door.save_idempotent_response to {{app}}, {{worker}};
