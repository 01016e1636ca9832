create view catalogue.shipping_providers as
  select store_id, id, name, type, position, version from shop.shipping_providers where is_active;

grant select on catalogue.shipping_providers to {{catalogue}}, {{app}}, {{worker}};
