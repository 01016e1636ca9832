-- The mode of the entered store, even a deleted one, locked until the transaction ends.
create or replace function door.lock_store_mode() returns text
language sql volatile security definer set search_path = '' as $$
  select environment from shop.stores where id = shop.current_store() for key share
$$;

grant execute on function door.lock_store_mode to {{app}}, {{worker}};
