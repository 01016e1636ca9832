create view catalogue.product_links as select store_id, link, product_id from shop.product_links;

grant select on catalogue.product_links to {{catalogue}}, {{app}}, {{worker}};
