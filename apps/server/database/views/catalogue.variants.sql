-- A sale ends at an exact time: from then on, this view shows the regular price of a reduced variant. The worker later
-- writes the regular price (domains/products/end-sales.ts), which lists use to sort, filter and count.
create view catalogue.variants as
  select v.store_id, v.id, v.product_id, v.name, v.slug, v.sku,
    case when s.has_ended then v.regular_price_minor else v.price_minor end as price_minor,
    case when not s.has_ended then v.regular_price_minor end as regular_price_minor, v.options, v.position,
    coalesce(l.stock, 0) as stock, coalesce(l.backorder_limit, 0) as backorder_limit, l.backorder_on,
    v.weight_grams
  from shop.variants v
  cross join lateral (
    select v.regular_price_minor is not null and exists (select from shop.products p
      where p.store_id = v.store_id and p.id = v.product_id and p.sale_ends_at <= now()) as has_ended
  ) s
  left join lateral (
    select sum(l.on_hand - l.reserved)::int as stock, max(l.backorder_limit) as backorder_limit, max(l.backorder_on) as backorder_on
    from shop.inventory_levels l where l.store_id = v.store_id and l.variant_id = v.id and l.sell_rank is not null
  ) l on true
  where v.deleted_at is null;

grant select on catalogue.variants to {{catalogue}}, {{app}}, {{worker}};
