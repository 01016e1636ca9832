create view catalogue.collection_products as
  select store_id, collection_id, product_id, position from shop.collection_products;

grant select on catalogue.collection_products to {{catalogue}}, {{app}}, {{worker}};
