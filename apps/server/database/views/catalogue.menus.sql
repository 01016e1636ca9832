create view catalogue.menus as select store_id, name, items, version from shop.menus;

grant select on catalogue.menus to {{catalogue}}, {{app}}, {{worker}};
