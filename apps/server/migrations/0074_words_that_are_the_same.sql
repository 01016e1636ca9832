-- SKUs and tags are the same word whatever the capitals, white space and way of writing an accent: scanners and people take
-- them for one. The twins of tidyWord() and wordKey() in the contract, which a test holds equal.
create function catalogue.tidy_word(t text) returns text language sql immutable strict parallel safe as $$
  select normalize(btrim(regexp_replace(regexp_replace(t, '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), nfc)
$$;
create function catalogue.word_key(t text) returns text language sql immutable strict parallel safe as $$
  select nullif(lower(catalogue.tidy_word(t)), '')
$$;
create function catalogue.word_keys(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(catalogue.word_key(w)), '{}') from unnest(words) w
$$;
-- The first of each, tidied.
create function catalogue.distinct_words(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(f.word order by f.at), '{}') from (
    select distinct on (catalogue.word_key(w.word)) catalogue.tidy_word(w.word) as word, w.at
    from unnest(words) with ordinality w (word, at) where catalogue.word_key(w.word) is not null
    order by catalogue.word_key(w.word), w.at) f
$$;
grant execute on function catalogue.tidy_word(text), catalogue.word_key(text), catalogue.word_keys(text[])
  to {{app}}, {{worker}}, {{catalogue}};

-- What is there already: of several that are the same now, the oldest keeps its SKU and the others get a number behind it, as
-- a duplicate's do; each store's audit trail says so. The owner migrates, whom forced row-level security shows no row.
do $$
declare
  t text;
  k record;
  free text;
  n int;
begin
  foreach t in array '{products,variants,audit_entries}'::text[] loop
    execute format('alter table shop.%I no force row level security', t);
  end loop;
  drop index shop.variants_by_sku;
  update shop.variants set sku = nullif(catalogue.tidy_word(sku), '')
  where sku is distinct from nullif(catalogue.tidy_word(sku), '');
  for k in
    select * from (
      select v.store_id, v.id, v.product_id, v.sku,
        row_number() over (partition by v.store_id, catalogue.word_key(v.sku) order by v.created_at, v.id) as place
      from shop.variants v where v.deleted_at is null and v.sku is not null
    ) same where place > 1
  loop
    n := 1;
    loop
      n := n + 1;
      free := left(k.sku, 110) || '-' || n;
      exit when not exists (select from shop.variants v where v.store_id = k.store_id and v.deleted_at is null
        and catalogue.word_key(v.sku) = catalogue.word_key(free));
    end loop;
    update shop.variants set sku = free, updated_at = now() where store_id = k.store_id and id = k.id;
    update shop.products set version = version + 1, updated_at = now() where store_id = k.store_id and id = k.product_id;
    insert into shop.audit_entries (store_id, id, actor_kind, action, entity_type, entity_id, before, after, trace_id)
    values (k.store_id, (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid, 'system', 'UPDATE', 'variant',
      k.id, jsonb_build_object('sku', k.sku), jsonb_build_object('sku', free), 'migration');
  end loop;
  update shop.products set tags = catalogue.distinct_words(tags) where tags <> catalogue.distinct_words(tags);
  foreach t in array '{products,variants,audit_entries}'::text[] loop
    execute format('alter table shop.%I force row level security', t);
  end loop;
end $$;
drop function catalogue.distinct_words(text[]);

alter table shop.variants add column sku_key text generated always as (catalogue.word_key(sku)) stored;
create unique index variants_by_sku on shop.variants (store_id, sku_key) where deleted_at is null and sku_key is not null;

-- Rules and filters by a tag find it however it is written.
alter table shop.products add column tag_keys text[] not null generated always as (catalogue.word_keys(tags)) stored;
drop index shop.products_by_tag;
create index products_by_tag on shop.products using gin (store_id, tag_keys) where deleted_at is null and status = 'ACTIVE';

create or replace view catalogue.products as
  select store_id, id, link, name, description, seo_title, seo_description, meta_description, status, category, department,
    vendor, tags, composition, care, measures, options, sale_ends_at, published_at, version, price_minor,
    regular_price_minor, highest_price_minor, colors, sizes, search, rating_sum, rating_count, created_at, updated_at,
    body_measures, facet_set, in_stock, tag_keys
  from shop.products
  where deleted_at is null and status = 'ACTIVE' and published_at <= now();
create or replace view door.own_products as
  select store_id, id, link, name, status, category, department, tags, price_minor, regular_price_minor, search, published_at,
    facet_set, in_stock, tag_keys
  from shop.products
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system') and deleted_at is null;
