-- Searching and filtering a store's catalogue: its words (a typing error is forgiven by the nearest one), the labels of
-- facet values, and indexes that begin with the store.
create extension if not exists btree_gin with schema public;

create table shop.search_words (
  store_id uuid not null references shop.stores,
  word text collate "C" not null,
  primary key (store_id, word)
);
create index search_words_alike on shop.search_words using gin (store_id, word gin_trgm_ops);
call shop.protect('shop.search_words', 'catalogue');

-- How a value of the facets size and color is written for people; value is what stands in a query.
create table shop.facet_values (
  store_id uuid not null references shop.stores,
  facet text not null check (facet in ('size', 'color')),
  value text not null,
  label text not null,
  swatch text,
  primary key (store_id, facet, value)
);
call shop.protect('shop.facet_values', 'catalogue');

-- 'Off White' and 'S/M' as they stand in a query: off-white, s-m. The server's facetValue() is its twin.
create function shop.facet_value(label text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(lower(trim(label)), '[\s,/]+', '-', 'g') $$;
grant execute on function shop.facet_value(text) to {{app}}, {{worker}};

drop view catalogue.products;
alter table shop.products drop column search_words;
drop index shop.products_search;
create index products_search on shop.products using gin (store_id, search);
create index products_by_name on shop.products (store_id, lower(name), id) where deleted_at is null and status = 'ACTIVE';

create view catalogue.products as
  select store_id, id, link, name, description, seo_title, seo_description, meta_description, status, category, department,
    vendor, tags, composition, care, measures, options, sale_ends_at, published_at, version, price_minor,
    regular_price_minor, highest_price_minor, colors, sizes, search, rating_sum, rating_count, created_at, updated_at
  from shop.products
  where deleted_at is null and status = 'ACTIVE' and published_at <= now();
create view catalogue.search_words as select store_id, word from shop.search_words;
create view catalogue.facet_values as select store_id, facet, value, label, swatch from shop.facet_values;

do $$
declare v text;
begin
  foreach v in array '{products,search_words,facet_values}'::text[] loop
    execute format('alter view catalogue.%I owner to {{doors}}', v);
    execute format('grant select on catalogue.%I to {{catalogue}}, {{app}}, {{worker}}', v);
  end loop;
end $$;

-- What lists filter, sort and search by. A SKU is one word as it is written; options are found by their values.
create or replace function shop.refresh_listing(of_store uuid, of_product uuid) returns void language sql as $$
  with choice as (
    select o ->> 'name' as name, v ->> 'value' as label, v ->> 'swatch' as swatch,
      case when lower(o ->> 'name') in ('color', 'colour') then 'color' when lower(o ->> 'name') = 'size' then 'size' end as facet
    from shop.products x, jsonb_array_elements(x.options) o, jsonb_array_elements(o -> 'values') v
    where x.store_id = of_store and x.id = of_product
  ), sold as (
    select distinct c.facet, c.label, c.swatch from choice c
    where exists (select from shop.variants v where v.store_id = of_store and v.product_id = of_product
      and v.deleted_at is null and v.options ->> c.name = c.label)
  ), labelled as (
    insert into shop.facet_values (store_id, facet, value, label, swatch)
    select distinct on (facet, shop.facet_value(label)) of_store, facet, shop.facet_value(label), label, swatch
    from sold where facet is not null order by facet, shop.facet_value(label), swatch
    on conflict (store_id, facet, value) do update set swatch = excluded.swatch
      where facet_values.swatch is null and excluded.swatch is not null
  )
  update shop.products p set
    price_minor = coalesce(v.price, 0),
    regular_price_minor = v.regular,
    highest_price_minor = coalesce(v.highest, 0),
    colors = coalesce((select array_agg(distinct shop.facet_value(label)) from sold where facet = 'color'), '{}'),
    sizes = coalesce((select array_agg(distinct shop.facet_value(label)) from sold where facet = 'size'), '{}'),
    search = setweight(to_tsvector('english', p.name), 'A')
      || setweight(to_tsvector('english', concat_ws(' ', p.category, p.department, p.vendor, array_to_string(p.tags, ' '),
           (select string_agg(distinct label, ' ') from choice))), 'B')
      || setweight(to_tsvector('english', regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g')), 'D')
      || array_to_tsvector(coalesce(v.skus, '{}'))
  from (
    select min(price_minor) price,
      (array_agg(regular_price_minor order by price_minor, position))[1] regular,
      max(price_minor) highest,
      array_agg(distinct lower(sku)) filter (where sku <> '') skus
    from shop.variants
    where store_id = of_store and product_id = of_product and deleted_at is null
  ) v
  where p.store_id = of_store and p.id = of_product;

  -- In one order, so that two changes at once cannot wait for each other.
  insert into shop.search_words (store_id, word)
  select distinct of_store, found.word from shop.products p,
    regexp_split_to_table(lower(concat_ws(' ', p.name, p.category, p.department, array_to_string(p.tags, ' '),
      (select string_agg(v ->> 'value', ' ') from jsonb_array_elements(p.options) o, jsonb_array_elements(o -> 'values') v))),
      '[^[:alpha:]]+') found (word)
  where p.store_id = of_store and p.id = of_product and length(found.word) between 3 and 40
    and not exists (select from shop.search_words w where w.store_id = of_store and w.word = found.word)
  order by 2
  on conflict do nothing
$$;
