create view catalogue.collections as
  select store_id, id, link, name, description, rule, position, is_published, version, created_at, updated_at, media_id, words
  from shop.collections where deleted_at is null and is_published;

grant select on catalogue.collections to {{catalogue}}, {{app}}, {{worker}};
