create view catalogue.domains as
  select d.host, d.store_id, d.activation from shop.domains d join shop.stores s on s.id = d.store_id
  where d.status = 'ACTIVE' and s.deleted_at is null;

grant select on catalogue.domains to {{catalogue}}, {{app}}, {{worker}};
