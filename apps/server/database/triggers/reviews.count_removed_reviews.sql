create trigger count_removed_reviews after delete on shop.reviews
  referencing old table as removed for each statement execute function door.count_reviews();
