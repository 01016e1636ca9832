-- Enters a store as a customer, with access to one of their own orders. It is the same access as with the order's key.
create or replace function door.enter_customers_order(actor uuid, of_order uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  select o.store_id into of_store from shop.orders o where o.id = of_order;
  if of_store is null or door.customer_of(actor, of_store, 'order', of_order) is null
  then raise exception 'no such order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_order::text);
  return of_store;
end $$;

grant execute on function door.enter_customers_order to {{app}}, {{worker}};
