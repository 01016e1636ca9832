-- Keeps the email of an account's customers equal to the account's, so that a later owner of the old address is never
-- mistaken for the account's customer.
create or replace function door.sync_customer_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update shop.customers set email = lower(new.email), version = version + 1, updated_at = now() where user_id = new.id;
  return null;
end $$;
