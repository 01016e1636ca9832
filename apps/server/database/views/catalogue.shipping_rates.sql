-- The rates that shoppers can choose: those of active providers and, for pickup, at locations that exist.
create view catalogue.shipping_rates as
  select r.store_id, r.id, r.region_id, r.provider_id, r.name, r.type, r.price_minor, r.steps, r.free_above_minor, r.free_products,
    r.processing_min, r.processing_max, r.transit_min, r.transit_max, r.position, r.version,
    r.location_id, l.name as location_name, r.pickup_address, l.country as location_country, l.region as location_region,
    l.postal_code as location_postal_code
  from shop.shipping_rates r
  join shop.shipping_providers p on p.store_id = r.store_id and p.id = r.provider_id and p.is_active
  left join shop.locations l on l.store_id = r.store_id and l.id = r.location_id and l.deleted_at is null
  where r.location_id is null or l.id is not null;

grant select on catalogue.shipping_rates to {{catalogue}}, {{app}}, {{worker}};
