create view catalogue.product_words as
  select w.store_id, w.product_id, w.search from shop.product_words w
  where exists (select from catalogue.products p where p.store_id = w.store_id and p.id = w.product_id);

grant select on catalogue.product_words to {{catalogue}}, {{app}}, {{worker}};
