create view catalogue.collection_pictures as
  select c.store_id, c.id as collection_id, m.id, m.key, m.alt, m.width, m.height, m.widths
  from shop.collections c join shop.media m on m.store_id = c.store_id and m.id = c.media_id where c.deleted_at is null;

grant select on catalogue.collection_pictures to {{catalogue}}, {{app}}, {{worker}};
