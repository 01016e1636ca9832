create trigger note_publication before insert or update of published_at on shop.products for each row
  execute function shop.note_publication();
