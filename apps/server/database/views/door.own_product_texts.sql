-- Like door.own_products, for reading products to translate.
create view door.own_product_texts as
  select store_id, id, filled_fields from shop.products
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system') and deleted_at is null and status <> 'ARCHIVED';

grant select on door.own_product_texts to {{app}}, {{worker}};
