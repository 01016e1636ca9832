-- opened_by: the user who opened the store, kept when the store is deleted. is_slug_free: the store was deleted, and a
-- new store may take its slug.
alter table shop.stores add opened_by uuid references shop.users;
alter table shop.stores add is_slug_free boolean not null default false;
create index stores_by_opener on shop.stores (opened_by, created_at) where opened_by is not null;

update shop.stores s set is_slug_free = true where s.deleted_at is not null
  and not exists (select from shop.orders o where o.store_id = s.id)
  and not exists (select from shop.customers c where c.store_id = s.id)
  and not exists (select from shop.subscriptions n where n.store_id = s.id);
alter table shop.stores drop constraint stores_slug_key;
create unique index stores_slugs on shop.stores (slug) where not is_slug_free;
