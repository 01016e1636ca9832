-- Gives a signed-in customer the same access to one of their orders as the order's key gives. Replacing the key during
-- the transaction doesn't end the access, unless the order is also moved to another customer. Returns the order's
-- store.
create or replace function door.enter_customers_order(actor uuid, of_order uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  of_store uuid;
  key bytea;
  of_customer uuid;
begin
  select o.store_id, o.key_hash into of_store, key from shop.orders o where o.id = of_order;
  if of_store is not null then of_customer := door.customer_of(actor, of_store, 'order', of_order); end if;
  if of_customer is null then raise exception 'no such order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_order::text);
  perform set_config('app.customer', of_customer::text, true), set_config('app.order_key', encode(key, 'hex'), true);
  return of_store;
end $$;

grant execute on function door.enter_customers_order to {{app}}, {{worker}};
