create trigger note_list_counts after insert or delete on shop.products for each row execute function door.note_list_counts();
