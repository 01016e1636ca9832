-- Returns the mode of the transaction's store, which may be deleted. Locks the mode until the transaction ends.
create or replace function door.lock_store_mode() returns text
language sql volatile security definer set search_path = '' as $$
  select environment from shop.stores where id = shop.current_store() for key share
$$;

grant execute on function door.lock_store_mode to {{app}}, {{worker}};
