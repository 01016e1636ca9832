create trigger note_translation_gone after delete on shop.translations for each row
  when (old.entity_type = 'PRODUCT') execute function shop.note_translation_gone();
