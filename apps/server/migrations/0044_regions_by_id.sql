-- Regions of shipping that are added and removed one by one.
alter table shop.shipping_zones add column version int not null default 1;
create index shipping_zones_by_id on shop.shipping_zones (id);
call shop.name_kind('region', 'shop.shipping_zones');
create or replace view catalogue.shipping_zones as
  select store_id, id, name, countries, position, version from shop.shipping_zones;
