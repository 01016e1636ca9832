create view catalogue.ended_sales as select store_id, sale_ends_at from shop.products where sale_ends_at <= now();

grant select on catalogue.ended_sales to {{catalogue}}, {{app}}, {{worker}};
