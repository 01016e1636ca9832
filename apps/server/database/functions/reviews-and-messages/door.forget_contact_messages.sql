-- Deletes a customer's messages when the customer is erased.
create or replace function door.forget_contact_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.contact_messages m using door.emails_of(old) e
    where m.store_id = old.store_id and m.email = e.email and m.created_at between e.since and e.until;
  return null;
end $$;
