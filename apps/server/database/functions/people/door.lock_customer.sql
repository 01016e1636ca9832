-- Locks a customer until the transaction ends, and returns their id. Orders can still be placed for the customer meanwhile.
create or replace function door.lock_customer(of_customer uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
  select c.id from shop.customers c where c.store_id = shop.current_store() and c.id = of_customer for no key update
$$;

grant execute on function door.lock_customer to {{app}}, {{worker}};
