-- A collection's own picture, of the store's media; without one it shows its first product's.
alter table shop.collections add column media_id uuid,
  add foreign key (store_id, media_id) references shop.media (store_id, id);
create index collections_by_media on shop.collections (store_id, media_id) where media_id is not null;

create or replace view catalogue.collections as
  select store_id, id, link, name, description, rule, position, is_published, version, created_at, updated_at, media_id
  from shop.collections where deleted_at is null and is_published;
create view catalogue.collection_pictures as
  select c.store_id, c.id as collection_id, m.id, m.key, m.alt, m.width, m.height, m.widths
  from shop.collections c join shop.media m on m.store_id = c.store_id and m.id = c.media_id where c.deleted_at is null;
alter view catalogue.collection_pictures owner to {{doors}};
grant select on catalogue.collection_pictures to {{catalogue}}, {{app}}, {{worker}};

-- As before, and a collection's.
create or replace function door.is_picture_shown(of_store uuid, of_key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.images i where i.store_id = of_store and i.key = of_key)
    or exists (select from shop.media m join shop.collections c on c.store_id = m.store_id and c.media_id = m.id
      where m.store_id = of_store and m.key = of_key)
    or exists (select from shop.stores s where s.id = of_store
      and (strpos(s.home::text, of_key) > 0 or strpos(coalesce(s.social_image, ''), of_key) > 0))
$$;
