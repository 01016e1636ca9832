create or replace function shop.note_deleted_translation() returns trigger language plpgsql as $$
begin
  delete from shop.translated_words w
    where w.store_id = old.store_id and w.product_id = old.entity_id and w.language_code = old.language_code;
  return null;
end $$;
