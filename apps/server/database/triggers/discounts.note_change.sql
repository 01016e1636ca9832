create trigger note_change after insert or delete on shop.discounts
  for each row execute function door.note_discount_change();
