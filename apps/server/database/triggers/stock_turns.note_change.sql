create trigger note_change after insert on shop.stock_turns for each row execute function door.note_catalogue_change();
