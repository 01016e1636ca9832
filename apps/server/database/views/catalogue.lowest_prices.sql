-- The lowest price of each reduced variant in the 30 days before its current price took effect.
create view catalogue.lowest_prices as
  select v.store_id, v.id as variant_id, (
    select min(b.price_minor) from (
      (select c.price_minor from shop.price_changes c
        where c.store_id = v.store_id and c.variant_id = v.id and c.started_at < n.started_at
          and c.started_at >= n.started_at - interval '30 days')
      union all
      (select c.price_minor from shop.price_changes c
        where c.store_id = v.store_id and c.variant_id = v.id and c.started_at < n.started_at - interval '30 days'
        order by c.started_at desc limit 1)
    ) b) as price_minor
  from shop.variants v
  cross join lateral (
    select c.started_at from shop.price_changes c where c.store_id = v.store_id and c.variant_id = v.id
    order by c.started_at desc limit 1) n
  where v.deleted_at is null and v.regular_price_minor is not null;

grant select on catalogue.lowest_prices to {{catalogue}}, {{app}}, {{worker}};
