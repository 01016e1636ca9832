create view catalogue.shipping_zones as
  select store_id, id, name, countries, position, version from shop.shipping_zones;

grant select on catalogue.shipping_zones to {{catalogue}}, {{app}}, {{worker}};
