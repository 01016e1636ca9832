-- Deletes the pictures of a review when it loses the reference to its customer.
create or replace function door.forget_review_photos() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.review_photos p where p.store_id = new.store_id and p.review_id = new.id;
  return null;
end $$;
