create trigger note_change after insert or update or delete on shop.images
  for each row execute function door.note_catalogue_change();
