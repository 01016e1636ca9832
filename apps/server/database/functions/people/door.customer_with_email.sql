-- Returns the customer, or null if staff have changed the customer's email meanwhile or the customer was erased. The
-- lock makes an account that takes over the customer wait, so that the account then sees the order.
create or replace function door.customer_with_email(of_customer uuid, with_email text) returns uuid
language sql volatile security definer set search_path = '' as $$
  select c.id from shop.customers c
  where c.store_id = shop.current_store() and c.id = of_customer and c.erased_at is null
    and lower(c.email) is not distinct from lower(with_email)
  for key share
$$;

grant execute on function door.customer_with_email to {{app}}, {{worker}};
