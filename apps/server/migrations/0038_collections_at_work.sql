-- Collections are edited by their store: versions, and those by hand named by id where they were named by link.
alter table shop.collections
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
create index collections_in_order on shop.collections (store_id, position, id) where deleted_at is null;
create index collection_products_in_order on shop.collection_products (store_id, collection_id, position, product_id);
create index products_by_tag on shop.products using gin (store_id, tags) where deleted_at is null and status = 'ACTIVE';

create or replace view catalogue.collections as
  select store_id, id, link, name, description, rule, position, is_published, version, created_at, updated_at
  from shop.collections where deleted_at is null and is_published;

-- The owner migrates, whom forced row-level security shows no row.
alter table shop.collections no force row level security;
alter table shop.collection_products no force row level security;
alter table shop.products no force row level security;
insert into shop.collection_products (store_id, collection_id, product_id, position)
  select c.store_id, c.id, p.id, l.at from shop.collections c
  cross join jsonb_array_elements_text(c.rule -> 'links') with ordinality l (link, at)
  join shop.products p on p.store_id = c.store_id and p.link = l.link and p.deleted_at is null
  where c.rule ? 'links' on conflict do nothing;
update shop.collections set rule = '{}' where rule ? 'links';
alter table shop.collections force row level security;
alter table shop.collection_products force row level security;
alter table shop.products force row level security;
