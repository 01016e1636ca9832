-- Locks the store's row against deletion until the transaction ends. Raises VT404 if it was deleted.
create or replace function door.require_open_store(of_store uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from shop.stores where id = of_store and deleted_at is null for key share;
  if not found then raise exception 'no such store' using errcode = 'VT404'; end if;
end $$;

grant execute on function door.require_open_store to {{app}};
