create trigger note_change after insert on shop.stock_status_changes for each row execute function door.note_catalogue_change();
