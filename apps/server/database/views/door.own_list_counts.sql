create view door.own_list_counts as
  select store_id, facet_set, step, on_sale, in_stock, products from shop.list_counts
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system');

grant select on door.own_list_counts to {{app}}, {{worker}};
