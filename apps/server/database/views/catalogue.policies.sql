create view catalogue.policies as
  select store_id, id, type, title, content, updated_at, version from shop.policies where deleted_at is null;

grant select on catalogue.policies to {{catalogue}}, {{app}}, {{worker}};
