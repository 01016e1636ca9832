-- Gives the transaction staff access to a store by one of its active API keys. Policies check shop.current_key() where
-- keys have fewer rights than staff. Raises an error if the key doesn't have the permissions `needed` and `more`. If
-- the transaction has already written something, locks the key, so that revoking it waits for the commit.
create or replace function door.enter_key(of_key uuid, with_hash bytea, of_store uuid, needed text default null, more text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare held text[];
begin
  if pg_current_xact_id_if_assigned() is not null then
    perform from shop.api_keys k where k.id = of_key for share;
  end if;
  select k.permissions into held from door.active_api_key(of_key) k where k.key_hash = with_hash and k.store_id = of_store;
  if not found then raise exception 'no such key' using errcode = 'VT404'; end if;
  if needed <> all(held) or more <> all(held) then raise exception 'permission not held' using errcode = 'VT403'; end if;
  perform door.enter(of_store, 'staff', '');
  perform set_config('app.key', of_key::text, true);
end $$;

grant execute on function door.enter_key to {{app}}, {{worker}};
