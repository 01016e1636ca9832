create or replace function door.forget_wishlist() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.wishlist_items w where w.store_id = new.store_id and w.customer_id = new.id;
  return null;
end $$;
