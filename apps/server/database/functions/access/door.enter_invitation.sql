-- Gives the transaction staff access to the store of an open invitation, because the user who accepts it may have no
-- role there yet. Returns the store.
create or replace function door.enter_invitation(of_token uuid, at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  select i.store_id into of_store from door.invitation_of(of_token, at) i;
  if of_store is null then raise exception 'no such invitation' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'staff', '');
  return of_store;
end $$;

grant execute on function door.enter_invitation to {{app}}, {{worker}};
