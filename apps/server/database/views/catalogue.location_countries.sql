-- The countries of a store's locations, if they have one of their own.
create view catalogue.location_countries as
  select store_id, country from shop.locations where country <> '' and deleted_at is null;

grant select on catalogue.location_countries to {{catalogue}}, {{app}}, {{worker}};
