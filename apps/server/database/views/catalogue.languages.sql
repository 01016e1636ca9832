create view catalogue.languages as
  select store_id, id, code, is_default, is_published, version, created_at, updated_at from shop.store_languages;

grant select on catalogue.languages to {{catalogue}}, {{app}}, {{worker}};
