-- As before; where products have changed at a time they get their next version in the same stroke, because each new version of
-- a row is written into every index.
drop function shop.refresh_listings(uuid, uuid[]);
create function shop.refresh_listings(of_store uuid, of_products uuid[], changed_at timestamptz default null) returns void
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
      version = case when changed_at is null then p.version else p.version + 1 end, updated_at = coalesce(changed_at, p.updated_at),
      search = case when k.is_reworded then shop.weigh(p.name, own, 'A') || shop.weigh(k.labels, own, 'B')
          || shop.weigh(regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g'), own, 'D')
          || shop.words_of_skus(k.skus)
        else p.search end
    from known k
    where p.store_id = of_store and p.id = k.id and (k.is_reworded or changed_at is not null or
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
grant execute on function shop.refresh_listings(uuid, uuid[], timestamptz) to {{app}}, {{worker}};
