create view catalogue.products as
  select store_id, id, link, name, description, seo_title, seo_description, meta_description, status, category, department,
    vendor, tax_class, tags, composition, care, measurements, options, sale_ends_at, published_at, version, price_minor,
    regular_price_minor, highest_price_minor, colors, sizes, rating_sum, rating_count, created_at, updated_at,
    body_measurements, facet_set, in_stock, tag_keys, color_option, size_option
  from shop.products
  where deleted_at is null and status = 'ACTIVE' and published_at <= now();

grant select on catalogue.products to {{catalogue}}, {{app}}, {{worker}};
