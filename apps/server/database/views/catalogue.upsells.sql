create view catalogue.upsells as
  select store_id, id, product_id, target_id, type, position, version from shop.upsells;

grant select on catalogue.upsells to {{catalogue}}, {{app}}, {{worker}};
