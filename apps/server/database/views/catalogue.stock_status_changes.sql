create view catalogue.stock_status_changes as
  select t.store_id, v.product_id from shop.stock_status_changes t
  join shop.variants v on v.store_id = t.store_id and v.id = t.variant_id;

grant select on catalogue.stock_status_changes to {{catalogue}}, {{app}}, {{worker}};
