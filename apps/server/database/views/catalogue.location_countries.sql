-- The countries of a store's locations, for locations that have a separate country.
create view catalogue.location_countries as
  select store_id, country from shop.locations where country <> '' and deleted_at is null;

grant select on catalogue.location_countries to {{catalogue}}, {{app}}, {{worker}};
