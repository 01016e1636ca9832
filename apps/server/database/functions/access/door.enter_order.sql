-- Gives the transaction access to an order by its key, for a year after the order was placed, but to no other data of
-- its customer. The access ends when the key is replaced, even during the transaction.
-- bound_to: the session or the activation of a custom domain that the browser's cookie ends with (shop.is_current), or
-- null. If it is set, call this again before committing changes. Returns the order's store.
create or replace function door.enter_order(of_order uuid, with_key_hash bytea, bound_to uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  -- Once the transaction has written anything, these locks keep both from being ended until the commit.
  if bound_to is not null and pg_current_xact_id_if_assigned() is not null then
    perform 1 from shop.sessions s where s.id = bound_to for share;
    perform 1 from shop.domains d where d.activation = bound_to for share;
  end if;
  select store_id into of_store from shop.orders
    where id = of_order and key_hash = with_key_hash and deleted_at is null
      and created_at > now() - interval '1 year' and shop.is_current(bound_to);
  if of_store is null then raise exception 'no such order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_order::text);
  perform set_config('app.order_key', encode(with_key_hash, 'hex'), true);
  return of_store;
end $$;

grant execute on function door.enter_order to {{app}}, {{worker}};
