-- Gives the transaction staff access to a store for a user, and returns the user's permissions. Raises an error if the
-- user lacks `needed` or `more`, which may have been taken away since the call was authorized. If the transaction has
-- already written something, locks the user's roles in the store, so that revoking them waits for the commit.
create or replace function door.enter_user(actor uuid, of_store uuid, needed text default null, more text default null) returns text[]
language plpgsql security definer set search_path = '' as $$
declare held text[];
begin
  if pg_current_xact_id_if_assigned() is not null then
    perform from shop.role_assignments a
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
    where a.user_id = actor and a.store_id = of_store for share of a, r;
  end if;
  held := door.permissions_of(actor, of_store);
  if held is null then raise exception 'no access to this store' using errcode = 'VT404'; end if;
  if needed <> all(held) or more <> all(held) then raise exception 'permission not held' using errcode = 'VT403'; end if;
  perform door.enter(of_store, 'staff', '');
  return held;
end $$;

grant execute on function door.enter_user to {{app}}, {{worker}};
