-- Enters this store with its active API key, in the staff scope. Policies check shop.current_key() where keys have
-- fewer rights than staff.
create or replace function door.enter_key(of_key uuid, with_hash bytea, of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from door.active_api_key(of_key) k where k.key_hash = with_hash and k.store_id = of_store)
  then raise exception 'no such key' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'staff', '');
  perform set_config('app.key', of_key::text, true);
end $$;

grant execute on function door.enter_key to {{app}}, {{worker}};
