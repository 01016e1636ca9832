create trigger note_changed_translations after update on shop.translations
  referencing new table as fresh for each statement execute function shop.note_translations();
