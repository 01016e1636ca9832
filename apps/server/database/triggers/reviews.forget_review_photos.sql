create trigger forget_review_photos after update of customer_id on shop.reviews for each row
  when (old.customer_id is not null and new.customer_id is null) execute function door.forget_review_photos();
