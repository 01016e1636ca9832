-- What lists show and find of many products, in a few statements for all of them; and words are weighed anew only where
-- anything they are made of has changed, which a new price, stock or status does not.

-- Of all that a product's own words are made of; null: never weighed, or to be weighed anew.
alter table shop.products add column words_digest uuid;

-- As before; most texts have nothing to be taken off.
create or replace function catalogue.plain_text(t text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(t) = length(t) then lower(t) else
    regexp_replace(normalize(regexp_replace(
      normalize(translate(replace(replace(replace(lower(t), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıё', 'oldiе'), nfkd),
      '([a-z])[\u0300-\u036f]+', '\1', 'g'), nfkc), '([\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g') end
$$;

-- As before, of many texts: each a store's words, found once and added in one order, so that two changes at once cannot wait
-- for each other.
create function shop.keep_search_words(of_store uuid, language text, texts text[]) returns void language plpgsql as $$
begin
  insert into shop.search_words (store_id, language_code, word, shown)
  select distinct on (plain.word) of_store, language, plain.word, plain.shown
  from (
    select trim(catalogue.plain_text(found.shown)) as word, found.shown
    from (select distinct f.shown from unnest(texts) t, regexp_split_to_table(lower(t), '[^[:alpha:]\u0300-\u036f]+') f (shown)) found
  ) plain
  where length(plain.word) between 3 and 40 and position(' ' in plain.word) = 0
    and not exists (select from shop.search_words w where w.store_id = of_store and w.language_code = language and w.word = plain.word)
  order by plain.word, plain.shown
  on conflict do nothing;
end $$;

-- '#coat-12-navy', '#12-navy' and '#navy': a SKU is found by how it, or any part of it, begins.
create function shop.words_of_skus(skus text[]) returns tsvector language plpgsql immutable as $$
begin
  return (select array_to_tsvector(coalesce(array_agg(distinct '#' || array_to_string(parts[at:], '-')), '{}'))
  from (
    select regexp_split_to_array(trim(both '-' from regexp_replace(lower(sku), '[^[:alnum:]]+', '-', 'g')), '-') as parts
    from unnest(skus) sku where sku <> ''
  ) v, generate_subscripts(parts, 1) at
  where parts[at] <> '');
end $$;
drop function shop.sku_words(uuid, uuid);

-- As before, of many products. Everything is looked for product by product, so that no table is read whole whatever the
-- planner believes of one that is just being filled.
drop function shop.refresh_translated_words(uuid, uuid, text);
create function shop.refresh_translated_words(of_store uuid, of_products uuid[], of_language text default null) returns void
language plpgsql set enable_seqscan = off as $$
declare
  own text := (select l.code from shop.store_languages l where l.store_id = of_store and l.is_default);
  spoken record;
begin
  insert into shop.translated_words (store_id, product_id, language_code, search)
  select of_store, p.id, t.language_code,
    shop.weigh(coalesce(t.fields ->> 'name', p.name), case when t.fields ? 'name' then t.language_code else own end, 'A')
    || shop.weigh(shop.labels_of(p), own, 'B')
    || shop.weigh(regexp_replace(coalesce(t.fields ->> 'seoDescription', p.seo_description, t.fields ->> 'description', p.description), '<[^>]*>', ' ', 'g'),
      case when t.fields ? 'seoDescription' or (p.seo_description is null and t.fields ? 'description') then t.language_code else own end, 'D')
    || shop.words_of_skus(array(select v.sku from shop.variants v
      where v.store_id = of_store and v.product_id = p.id and v.deleted_at is null))
  from unnest(of_products) o (id)
  join shop.products p on p.store_id = of_store and p.id = o.id
  join shop.translations t on t.store_id = of_store and t.entity_type = 'PRODUCT' and t.entity_id = p.id
    and (of_language is null or t.language_code = of_language)
  on conflict (store_id, product_id, language_code) do update set search = excluded.search;

  for spoken in
    select t.language_code, array_agg(t.fields ->> 'name') as names
    from unnest(of_products) o (id)
    join shop.translations t on t.store_id = of_store and t.entity_type = 'PRODUCT' and t.entity_id = o.id
      and (of_language is null or t.language_code = of_language) and t.fields ? 'name'
    group by 1 order by 1
  loop
    perform shop.keep_search_words(of_store, spoken.language_code, spoken.names);
  end loop;
end $$;
create or replace function shop.note_translation() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from shop.translated_words w
      where w.store_id = old.store_id and w.product_id = old.entity_id and w.language_code = old.language_code;
    return null;
  end if;
  perform shop.refresh_translated_words(new.store_id, array[new.entity_id], new.language_code);
  return null;
end $$;

-- What lists filter, sort and search by, of many products.
create function shop.refresh_listings(of_store uuid, of_products uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  own text := (select l.code from shop.store_languages l where l.store_id = of_store and l.is_default);
  reworded uuid[];
  texts text[];
begin
  with now as materialized (
    select p.id, coalesce(v.price, 0) as price, v.regular, coalesce(v.highest, 0) as highest, v.skus, shop.labels_of(p) as labels,
      coalesce(f.colors, '{}') as colors, coalesce(f.sizes, '{}') as sizes, f.sold,
      exists (select from catalogue.variants s where s.store_id = of_store and s.product_id = p.id and s.stock > 0) as in_stock
    from unnest(of_products) o (id)
    join shop.products p on p.store_id = of_store and p.id = o.id
    cross join lateral (
      select min(v.price_minor) as price, (array_agg(v.regular_price_minor order by v.price_minor, v.position))[1] as regular,
        max(v.price_minor) as highest, array_agg(v.sku order by v.sku) as skus
      from shop.variants v where v.store_id = of_store and v.product_id = p.id and v.deleted_at is null
    ) v
    cross join lateral (
      select array_agg(distinct c.value) filter (where c.facet = 'color') as colors,
        array_agg(distinct c.value) filter (where c.facet = 'size') as sizes,
        jsonb_agg(jsonb_build_object('facet', c.facet, 'value', c.value, 'label', c.label, 'swatch', c.swatch)) as sold
      from (
        select a ->> 'value' as label, a ->> 'swatch' as swatch, shop.facet_value(a ->> 'value') as value, o ->> 'name' as name,
          case when lower(o ->> 'name') = 'size' then 'size' else 'color' end as facet
        from jsonb_array_elements(p.options) o, jsonb_array_elements(o -> 'values') a
        where lower(o ->> 'name') in ('color', 'colour', 'size')
      ) c
      where exists (select from shop.variants v
        where v.store_id = of_store and v.product_id = p.id and v.deleted_at is null and v.options ->> c.name = c.label)
    ) f
  ), labelled as (
    insert into shop.facet_values (store_id, facet, value, label, swatch)
    select distinct on (s.facet, s.value) of_store, s.facet, s.value, s.label, s.swatch
    from now n, jsonb_to_recordset(n.sold) s (facet text, value text, label text, swatch text)
    order by s.facet, s.value, s.swatch
    on conflict (store_id, facet, value) do update set swatch = excluded.swatch
      where facet_values.swatch is null and excluded.swatch is not null
  ), known as materialized (
    select n.*, p.words_digest is distinct from d.digest as is_reworded, d.digest
    from now n join shop.products p on p.store_id = of_store and p.id = n.id
    cross join lateral (select md5(array[own, p.name, n.labels, p.seo_description, p.description, n.skus::text]::text)::uuid as digest) d
  ), changed as (
    update shop.products p set price_minor = k.price, regular_price_minor = k.regular, highest_price_minor = k.highest,
      in_stock = k.in_stock, colors = k.colors, sizes = k.sizes, words_digest = k.digest,
      search = case when k.is_reworded then shop.weigh(p.name, own, 'A') || shop.weigh(k.labels, own, 'B')
          || shop.weigh(regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g'), own, 'D')
          || shop.words_of_skus(k.skus)
        else p.search end
    from known k
    where p.store_id = of_store and p.id = k.id and (k.is_reworded or
      (p.price_minor, p.regular_price_minor, p.highest_price_minor, p.in_stock, p.colors, p.sizes)
        is distinct from (k.price, k.regular, k.highest, k.in_stock, k.colors, k.sizes))
    returning p.id, k.is_reworded, p.name || ' ' || k.labels as words
  )
  select array_agg(c.id), array_agg(c.words) into reworded, texts from changed c where c.is_reworded;

  if reworded is not null then
    perform shop.refresh_translated_words(of_store, reworded);
    perform shop.keep_search_words(of_store, '', texts);
  end if;
end $$;
create or replace function shop.refresh_listing(of_store uuid, of_product uuid) returns void language plpgsql as $$
begin
  perform shop.refresh_listings(of_store, array[of_product]);
end $$;
drop function shop.keep_search_words(uuid, text, text);
grant execute on function shop.keep_search_words(uuid, text, text[]), shop.refresh_translated_words(uuid, uuid[], text),
  shop.refresh_listings(uuid, uuid[]), shop.words_of_skus(text[]) to {{app}}, {{worker}};
