-- Gives the transaction access to a store as a signed-in customer, and to the customer's own data. Returns the
-- customer's id.
create or replace function door.enter_customer(actor uuid, of_store uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare found uuid;
begin
  perform door.require_open_store(of_store);
  found := door.customer_of(actor, of_store, 'store', null);
  if found is null then raise exception 'no customer of this store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'customer', '');
  perform set_config('app.customer', found::text, true);
  return found;
end $$;

grant execute on function door.enter_customer to {{app}}, {{worker}};
