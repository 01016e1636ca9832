create trigger note_first_price after insert on shop.variants for each row execute function door.note_price();
