create trigger forget_wishlist after update of user_id on shop.customers
  for each row when (old.user_id is not null and new.user_id is distinct from old.user_id)
  execute function door.forget_wishlist();
