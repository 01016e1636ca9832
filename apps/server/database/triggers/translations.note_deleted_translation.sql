create trigger note_deleted_translation after delete on shop.translations for each row
  when (old.entity_type = 'PRODUCT') execute function shop.note_deleted_translation();
