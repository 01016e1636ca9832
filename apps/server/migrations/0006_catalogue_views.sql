-- What strangers may read, spelled once: published rows, public columns. Owned by {{doors}}, whose policies see every row;
-- not security barriers, so that search indexes are used (their operators are not leakproof).
create view catalogue.stores as
  select s.id, s.slug, s.name, s.tagline, s.currency, s.locale, s.country, s.time_zone, s.environment,
    s.tax_basis_points, s.return_days, s.theme, s.contact, s.navigation, s.home, s.help, s.social_image, s.created_at,
    (select d.host from shop.domains d where d.store_id = s.id and d.is_primary and d.status = 'ACTIVE') as domain
  from shop.stores s where s.deleted_at is null;

create view catalogue.domains as
  select d.host, d.store_id from shop.domains d join shop.stores s on s.id = d.store_id
  where d.status = 'ACTIVE' and s.deleted_at is null;

create view catalogue.products as
  select store_id, id, link, name, description, seo_title, seo_description, meta_description, status, category, department,
    vendor, tags, composition, care, measures, options, sale_ends_at, published_at, version, price_minor,
    regular_price_minor, highest_price_minor, colors, sizes, search, search_words, rating_sum, rating_count,
    created_at, updated_at
  from shop.products
  where deleted_at is null and status = 'ACTIVE' and published_at <= now();

create view catalogue.variants as
  select v.store_id, v.id, v.product_id, v.name, v.slug, v.sku, v.price_minor, v.regular_price_minor, v.options, v.position,
    coalesce((select sum(l.on_hand - l.reserved) from shop.inventory_levels l
      where l.store_id = v.store_id and l.variant_id = v.id), 0)::int as stock
  from shop.variants v where v.deleted_at is null;

create view catalogue.images as
  select store_id, id, product_id, position, key, remote_url, alt, color, width, height, widths from shop.images;

create view catalogue.collections as
  select store_id, id, link, name, description, rule, position from shop.collections
  where deleted_at is null and is_published;

create view catalogue.collection_products as
  select store_id, collection_id, product_id, position from shop.collection_products;

create view catalogue.upsells as
  select store_id, id, product_id, target_id, type, position from shop.upsells;

create view catalogue.reviews as
  select store_id, id, product_id, name, rating, title, content, fit, verified, created_at from shop.reviews
  where status = 'APPROVED';

create view catalogue.shipping_zones as select store_id, id, name, countries, position from shop.shipping_zones;

create view catalogue.shipping_rates as
  select store_id, id, zone_id, name, price_minor, free_above_minor, processing_min, processing_max,
    transit_min, transit_max, position
  from shop.shipping_rates;

create view catalogue.policies as select store_id, id, type, title, content, updated_at from shop.policies;

create view catalogue.payment_providers as
  select store_id, id, provider, environment, client_id from shop.payment_providers where is_active;

do $$
declare v text;
begin
  for v in select table_name from information_schema.views where table_schema = 'catalogue' loop
    execute format('alter view catalogue.%I owner to {{doors}}', v);
    execute format('grant select on catalogue.%I to {{catalogue}}, {{app}}, {{worker}}', v);
  end loop;
end $$;
