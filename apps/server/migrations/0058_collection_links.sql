-- Where a collection was before it moved, as for products: the old address leads to it until another stands there.
create table shop.collection_links (
  store_id uuid not null,
  link text not null,
  collection_id uuid not null,
  moved_at timestamptz not null default now(),
  primary key (store_id, link),
  foreign key (store_id, collection_id) references shop.collections
);
create index collection_links_by_collection on shop.collection_links (store_id, collection_id);
call shop.protect('shop.collection_links', 'catalogue');
create view catalogue.collection_links as select store_id, link, collection_id from shop.collection_links;
alter view catalogue.collection_links owner to {{doors}};
grant select on catalogue.collection_links to {{catalogue}}, {{app}}, {{worker}};
