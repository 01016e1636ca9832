create trigger note_change after insert or delete on shop.products for each row execute function door.note_catalogue_change();
