-- Cards of lists are put together by the database: a product may have 500 variants and 200 colors, of which a card shows few.

-- Which of a product's options is its color and which its size, kept because it depends on each of their values.
create function shop.option_of_kind(options jsonb, wanted text) returns text language sql immutable parallel safe as $$
  select k.name from shop.kinds_of_options(options) k where k.kind = wanted limit 1
$$;
grant execute on function shop.option_of_kind(jsonb, text), shop.kinds_of_options(jsonb), shop.option_kind(text)
  to {{app}}, {{worker}}, {{doors}};

alter table shop.products
  add column color_option text generated always as (shop.option_of_kind(options, 'color')) stored,
  add column size_option text generated always as (shop.option_of_kind(options, 'size')) stored;

create or replace view catalogue.products as
  select store_id, id, link, name, description, seo_title, seo_description, meta_description, status, category, department,
    vendor, tags, composition, care, measures, options, sale_ends_at, published_at, version, price_minor,
    regular_price_minor, highest_price_minor, colors, sizes, search, rating_sum, rating_count, created_at, updated_at,
    body_measures, facet_set, in_stock, tag_keys, color_option, size_option
  from shop.products
  where deleted_at is null and status = 'ACTIVE' and published_at <= now();

-- shop.facet_value() for who reads the catalogue alone.
create function catalogue.facet_value(label text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(lower(trim(label)), '[\s,/]+', '-', 'g') $$;
grant execute on function catalogue.facet_value(text) to {{catalogue}}, {{app}}, {{worker}};
