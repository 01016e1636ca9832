create trigger count_added_reviews after insert on shop.reviews
  referencing new table as added for each statement execute function door.count_reviews();
