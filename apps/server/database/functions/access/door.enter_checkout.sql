-- Gives the transaction access to a store and to an order that it is about to insert. Raises an error if the id belongs
-- to an existing order or draft.
create or replace function door.enter_checkout(of_store uuid, new_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.require_open_store(of_store);
  if exists (select from shop.orders where id = new_order) or exists (select from shop.draft_orders where id = new_order)
  then raise exception 'no such store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', new_order::text);
end $$;

grant execute on function door.enter_checkout to {{app}}, {{worker}};
