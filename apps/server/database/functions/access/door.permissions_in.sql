-- A user's permissions in the entered store; null unless staff or the system has entered it.
create or replace function door.permissions_in(of_user uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select door.permissions_of(of_user, shop.current_store()) where shop.current_scope() in ('staff', 'system')
$$;

grant execute on function door.permissions_in to {{app}}, {{worker}};
