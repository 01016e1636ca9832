create view catalogue.shipping_rates as
  select store_id, id, zone_id, name, price_minor, free_above_minor, processing_min, processing_max,
    transit_min, transit_max, position
  from shop.shipping_rates;

grant select on catalogue.shipping_rates to {{catalogue}}, {{app}}, {{worker}};
