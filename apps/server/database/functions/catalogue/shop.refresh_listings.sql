-- Refreshes many products' columns for filtering, sorting and searching lists. shop.kinds_of_options finds the color
-- and size options. Returns how many bytes of labels and prose were indexed again for translations.
create or replace function shop.refresh_listings(of_store uuid, of_products uuid[], changed_at timestamptz default null) returns bigint
language plpgsql set enable_seqscan = off as $$
declare
  own text := (select l.code from shop.store_languages l where l.store_id = of_store and l.is_default);
  k record;
  sold jsonb[] := '{}';
  reworded uuid[] := '{}';
  texts text[] := '{}';
  indexed bigint := 0;
begin
  for k in
    select o.id, coalesce(v.price, 0) as price, v.regular, coalesce(v.highest, 0) as highest, v.skus, w.labels,
      coalesce(f.colors, '{}') as colors, coalesce(f.sizes, '{}') as sizes, f.sold,
      exists (select from catalogue.variants s where s.store_id = of_store and s.product_id = o.id and s.stock > 0) as in_stock,
      d.digest, (x.p).name || ' ' || w.labels as words,
      (select i.digest from shop.product_words i where i.store_id = of_store and i.product_id = o.id)
        is distinct from d.digest as is_reworded
    from unnest(of_products) o (id)
    cross join lateral (select q as p from shop.products q where q.store_id = of_store and q.id = o.id offset 0) x
    cross join lateral (select shop.label_text(x.p) as labels offset 0) w
    cross join lateral (
      select min(v.price_minor) as price, (array_agg(v.regular_price_minor order by v.price_minor, v.position))[1] as regular,
        max(v.price_minor) as highest, array_agg(v.sku order by v.sku) as skus
      from shop.variants v where v.store_id = of_store and v.product_id = o.id and v.deleted_at is null
    ) v
    cross join lateral (
      select array_agg(distinct c.value) filter (where c.facet = 'color') as colors,
        array_agg(distinct c.value) filter (where c.facet = 'size') as sizes,
        jsonb_agg(jsonb_build_object('facet', c.facet, 'value', c.value, 'label', c.label, 'swatch', c.swatch)) as sold
      from (
        select a ->> 'value' as label, a ->> 'swatch' as swatch, shop.facet_value(a ->> 'value') as value, e ->> 'name' as name,
          o.kind as facet
        from shop.kinds_of_options((x.p).options) o
        join jsonb_array_elements((x.p).options) e on e ->> 'name' = o.name
        cross join lateral jsonb_array_elements(e -> 'values') a
      ) c
      -- "is true" makes PostgreSQL build a hash table of the variants' values. Otherwise it would join, and compare
      -- each option value with each variant.
      where ((c.name, c.label) in (select n.name, v.options ->> n.name
        from shop.kinds_of_options((x.p).options) n cross join shop.variants v
        where v.store_id = of_store and v.product_id = o.id and v.deleted_at is null)) is true
    ) f
    cross join lateral (
      select md5(array[own, (x.p).name, w.labels, (x.p).seo_description, (x.p).description, v.skus::text]::text)::uuid as digest offset 0) d
  loop
    update shop.products p set price_minor = k.price, regular_price_minor = k.regular, highest_price_minor = k.highest,
      in_stock = k.in_stock, colors = k.colors, sizes = k.sizes,
      version = case when changed_at is null then p.version else p.version + 1 end, updated_at = coalesce(changed_at, p.updated_at)
    where p.store_id = of_store and p.id = k.id and (changed_at is not null or
      (p.price_minor, p.regular_price_minor, p.highest_price_minor, p.in_stock, p.colors, p.sizes)
        is distinct from (k.price, k.regular, k.highest, k.in_stock, k.colors, k.sizes));
    if k.sold is not null then sold := array_append(sold, k.sold); end if;
    if k.is_reworded then
      insert into shop.product_words (store_id, product_id, search, digest)
      select of_store, k.id, shop.weighted_words(p.name, own, 'A') || shop.weighted_words(k.labels, own, 'B')
          || shop.weighted_words(regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g'), own, 'D')
          || shop.sku_words(k.skus), k.digest
      from shop.products p where p.store_id = of_store and p.id = k.id
      on conflict (store_id, product_id) do update set search = excluded.search, digest = excluded.digest;
      reworded := array_append(reworded, k.id);
      texts := array_append(texts, k.words);
    end if;
  end loop;

  -- Inserts in a fixed order, so that two concurrent changes do not deadlock.
  insert into shop.facet_values (store_id, facet, value, label, swatch)
  select distinct on (s.facet, s.value) of_store, s.facet, s.value, s.label, s.swatch
  from unnest(sold) o (labels), jsonb_to_recordset(o.labels) s (facet text, value text, label text, swatch text)
  order by s.facet, s.value, s.swatch
  on conflict (store_id, facet, value) do update set swatch = excluded.swatch
    where facet_values.swatch is null and excluded.swatch is not null;
  if cardinality(reworded) > 0 then
    indexed := shop.refresh_translated_words(of_store, reworded);
    perform shop.add_search_words(of_store, '', texts);
  end if;
  return indexed;
end $$;

grant execute on function shop.refresh_listings to {{app}}, {{worker}};
