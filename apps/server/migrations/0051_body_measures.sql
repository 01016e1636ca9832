-- The body that each size of a product is made for, in centimeters, beside the measures of the garment.
alter table shop.products add column body_measures jsonb not null default '[]';

create or replace view catalogue.products as
  select store_id, id, link, name, description, seo_title, seo_description, meta_description, status, category, department,
    vendor, tags, composition, care, measures, options, sale_ends_at, published_at, version, price_minor,
    regular_price_minor, highest_price_minor, colors, sizes, search, rating_sum, rating_count, created_at, updated_at,
    body_measures
  from shop.products
  where deleted_at is null and status = 'ACTIVE' and published_at <= now();
