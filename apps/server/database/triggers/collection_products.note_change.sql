create trigger note_change after insert or update or delete on shop.collection_products
  for each row execute function door.note_catalogue_change();
