create view catalogue.translated_words as
  select w.store_id, w.product_id, w.language_code, w.search from shop.translated_words w
  where exists (select from shop.store_languages l where l.store_id = w.store_id and l.code = w.language_code and l.is_published)
    and exists (select from catalogue.products p where p.store_id = w.store_id and p.id = w.product_id);

grant select on catalogue.translated_words to {{catalogue}}, {{app}}, {{worker}};
