create or replace function door.forget_order_of_review() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update shop.reviews r set order_id = null where r.store_id = new.store_id and r.order_id = new.id;
  return null;
end $$;
