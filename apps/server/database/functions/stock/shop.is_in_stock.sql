create or replace function shop.is_in_stock(of_store uuid, of_product uuid) returns boolean language sql stable
  as $$ select exists (select from catalogue.variants v where v.store_id = of_store and v.product_id = of_product and v.stock > 0) $$;

grant execute on function shop.is_in_stock to {{app}}, {{worker}}, {{doors}};
