-- Enters a store as a member of its staff, or as a platform administrator. Returns their permissions. Raises an error if
-- the user lacks `needed` or `more`, which may have been taken away since the call was authorized.
create or replace function door.enter_user(actor uuid, of_store uuid, needed text default null, more text default null) returns text[]
language plpgsql security definer set search_path = '' as $$
declare held text[] := door.permissions_of(actor, of_store);
begin
  if held is null then raise exception 'no access to this store' using errcode = 'VT404'; end if;
  if needed <> all(held) or more <> all(held) then raise exception 'permission not held' using errcode = 'VT403'; end if;
  perform door.enter(of_store, 'staff', '');
  return held;
end $$;

grant execute on function door.enter_user to {{app}}, {{worker}};
