create view door.own_product_words as
  select store_id, product_id, search from shop.product_words
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system');

grant select on door.own_product_words to {{app}}, {{worker}};
