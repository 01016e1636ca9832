-- A user's permissions in the transaction's store; null unless the transaction is in the scope of staff or the system.
create or replace function door.permissions_in(of_user uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select door.permissions_of(of_user, shop.current_store()) where shop.current_scope() in ('staff', 'system')
$$;

grant execute on function door.permissions_in to {{app}}, {{worker}};
