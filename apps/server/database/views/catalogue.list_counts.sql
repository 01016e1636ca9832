-- Counts of the products that are published now.
create view catalogue.list_counts as
  select store_id, facet_set, step, on_sale, in_stock, products from shop.list_counts
  where status = 'ACTIVE' and is_dated
  union all
  select store_id, facet_set, catalogue.price_step(price_minor), coalesce(regular_price_minor > price_minor, false), in_stock, -1
  from shop.products where deleted_at is null and status = 'ACTIVE' and published_at > now();

grant select on catalogue.list_counts to {{catalogue}}, {{app}}, {{worker}};
