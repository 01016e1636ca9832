create view catalogue.collection_links as select store_id, link, collection_id from shop.collection_links;

grant select on catalogue.collection_links to {{catalogue}}, {{app}}, {{worker}};
