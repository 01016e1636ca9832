create view catalogue.shipping_regions as
  select store_id, id, name, position, version from shop.shipping_regions;

grant select on catalogue.shipping_regions to {{catalogue}}, {{app}}, {{worker}};
