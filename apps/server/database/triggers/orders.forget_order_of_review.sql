create trigger forget_order_of_review after update of email on shop.orders for each row
  when (old.email is not null and new.email is null) execute function door.forget_order_of_review();
