create view catalogue.shipping_areas as
  select store_id, region_id, country, state, postal_from, postal_to from shop.shipping_areas;

grant select on catalogue.shipping_areas to {{catalogue}}, {{app}}, {{worker}};
