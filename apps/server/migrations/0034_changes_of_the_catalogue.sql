-- Pairs and collections are edited like products: each has an id to be found by and a version.
alter table shop.upsells add column version int not null default 1;
create index upsells_by_id on shop.upsells (id);
create index upsells_by_target on shop.upsells (store_id, target_id);
call shop.name_kind('upsell', 'shop.upsells');

drop view catalogue.upsells;
create view catalogue.upsells as
  select store_id, id, product_id, target_id, type, position, version from shop.upsells;
alter view catalogue.upsells owner to {{doors}};
grant select on catalogue.upsells to {{catalogue}}, {{app}}, {{worker}};

-- A deleted product comes back with the variants that went with it; those that went before it stay away.
create index variants_deleted on shop.variants (store_id, product_id, deleted_at) where deleted_at is not null;
