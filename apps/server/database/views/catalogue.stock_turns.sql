create view catalogue.stock_turns as
  select t.store_id, v.product_id from shop.stock_turns t
  join shop.variants v on v.store_id = t.store_id and v.id = t.variant_id;

grant select on catalogue.stock_turns to {{catalogue}}, {{app}}, {{worker}};
