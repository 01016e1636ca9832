-- The version of each store's catalogue. It also changes when a scheduled product is published.
create view catalogue.versions as
  select store_id, changes, 0 as upcoming from shop.catalogue_changes
  union all
  select store_id, 0, 1 from shop.products where deleted_at is null and status = 'ACTIVE' and published_at > now();

grant select on catalogue.versions to {{catalogue}}, {{app}}, {{worker}};
