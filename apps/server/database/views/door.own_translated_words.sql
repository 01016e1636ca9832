create view door.own_translated_words as
  select store_id, product_id, language_code, search from shop.translated_words
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system');

grant select on door.own_translated_words to {{app}}, {{worker}};
