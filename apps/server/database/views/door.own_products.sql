-- The products in the lists that a store's staff see. Not a security barrier, so that indexes are used. That is safe,
-- because the view shows no rows that the table's policy would hide.
create view door.own_products as
  select store_id, id, link, name, status, category, department, tags, price_minor, regular_price_minor, published_at,
    facet_set, in_stock, tag_keys
  from shop.products
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system') and deleted_at is null;

grant select on door.own_products to {{app}}, {{worker}};
