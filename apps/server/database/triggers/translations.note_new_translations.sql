create trigger note_new_translations after insert on shop.translations
  referencing new table as fresh for each statement execute function shop.note_translations();
