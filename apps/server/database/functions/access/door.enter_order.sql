-- Gives the transaction access to an order by its key, for a year after the order was placed, but to no other data of
-- its customer. The access ends when the key is replaced, even during the transaction.
-- in_session: the browser's session, or null. A revoked or deleted session gives no access; an expired one does. If it
-- is set, call this again before committing changes. Returns the order's store.
create or replace function door.enter_order(of_order uuid, with_key_hash bytea, in_session uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  -- Once the transaction has written anything, this lock keeps the session from being revoked until the commit.
  if in_session is not null and pg_current_xact_id_if_assigned() is not null then
    perform 1 from shop.sessions s where s.id = in_session for share;
  end if;
  select store_id into of_store from shop.orders
    where id = of_order and key_hash = with_key_hash and deleted_at is null
      and created_at > now() - interval '1 year'
      and (in_session is null or exists (select from shop.sessions s where s.id = in_session and s.revoked_at is null));
  if of_store is null then raise exception 'no such order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_order::text);
  perform set_config('app.order_key', encode(with_key_hash, 'hex'), true);
  return of_store;
end $$;

grant execute on function door.enter_order to {{app}}, {{worker}};
