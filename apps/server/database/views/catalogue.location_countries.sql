-- The countries of a store's locations that have their own country.
create view catalogue.location_countries as
  select store_id, country from shop.locations where country <> '' and deleted_at is null;

grant select on catalogue.location_countries to {{catalogue}}, {{app}}, {{worker}};
