create trigger count_changed_reviews after update on shop.reviews
  referencing old table as removed new table as added for each statement execute function door.count_reviews();
