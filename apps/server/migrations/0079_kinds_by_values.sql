-- An option is known by its name in more languages, and else by its values: a swatch makes it the color, sizes alone the size.
-- The twins of optionKind() and optionOfKind() in packages/commerce, which a test holds equal.
alter function shop.option_kind(text) rename to option_kind_before;
create function shop.option_kind(name text) returns text language sql immutable strict parallel safe as $$
  select case
    when f.folded in (
      'color', 'colour', 'couleur', 'coloris', 'farbe', 'colore', 'cor', 'kleur', 'kolor',
      'цвет', '颜色', '顔色', '顏色', '色', 'カラー', '색상', '색깔', '색', '컬러',
      'لون', 'اللون', 'रंग', 'mau', 'mau sac',
      'vari', 'χρωμα', 'farg', 'farve', 'farge', 'litur', 'barva', 'farba', 'boja', 'szin', 'culoare', 'renk', 'цвят', 'колір', 'боја', 'varv', 'krasa', 'spalva', 'צבע', 'สี', 'warna', 'رنگ') then 'color'
    when f.folded in (
      'size', 'talla', 'tamano', 'taille', 'pointure', 'große', 'grosse', 'groesse',
      'taglia', 'misura', 'tamanho', 'maat', 'rozmiar', 'размер',
      '尺码', '尺碼', '尺寸', '大小', 'サイズ', '사이즈', '치수', '크기',
      'مقاس', 'المقاس', 'قياس', 'القياس', 'حجم', 'الحجم',
      'साइज', 'आकार', 'माप', 'kich thuoc', 'kich co', 'co',
      'koko', 'μεγεθος', 'μεγεθοσ', 'storlek', 'størrelse', 'stærð', 'velikost', 'velkost', 'velicina', 'meret', 'marime', 'beden', 'розмір', 'величина', 'suurus', 'izmers', 'dydis', 'מידה', 'ขนาด', 'ไซส์', 'ukuran', 'saiz', 'سایز', 'اندازه') then 'size' end
  from (select normalize(regexp_replace(lower(normalize(name, nfkd)), '[\u0300-\u036f\u093c]|^\s+|\s+$', '', 'g'), nfkc) as folded) f
$$;
grant execute on function shop.option_kind(text) to {{app}}, {{worker}};

create function shop.kinds_of_options(options jsonb) returns table (name text, kind text)
language sql immutable parallel safe as $$
  with o as (
    select e ->> 'name' as name, x.i, shop.option_kind(e ->> 'name') as kind, l.is_colored, l.is_sized and not l.is_colored as is_sized
    from jsonb_array_elements(options) with ordinality x (e, i)
    cross join lateral (
      select coalesce(bool_or(v ->> 'swatch' <> ''), false) as is_colored, coalesce(bool_and(trim(v ->> 'value') ~*
        '^((([2-6]x|x{0,4})[sl]|m)(/(([2-6]x|x{0,4})[sl]|m))?|([345][0-9]|60)([.,]5)?)$'), false) as is_sized
      from jsonb_array_elements(e -> 'values') v
    ) l
  )
  select o.name, o.kind from o where o.kind is not null
  union all
  (select o.name, 'color' from o where o.kind is null and o.is_colored and not exists (select from o where o.kind = 'color')
    order by o.i limit 1)
  union all
  (select o.name, 'size' from o where o.kind is null and o.is_sized and not exists (select from o where o.kind = 'size')
    order by o.i limit 1)
$$;
grant execute on function shop.kinds_of_options(jsonb) to {{app}}, {{worker}};

-- As before, options known by that.
create or replace function shop.refresh_listings(of_store uuid, of_products uuid[], changed_at timestamptz default null) returns void
language plpgsql set enable_seqscan = off as $$
declare
  own text := (select l.code from shop.store_languages l where l.store_id = of_store and l.is_default);
  k record;
  sold jsonb[] := '{}';
  reworded uuid[] := '{}';
  texts text[] := '{}';
begin
  for k in
    select o.id, coalesce(v.price, 0) as price, v.regular, coalesce(v.highest, 0) as highest, v.skus, w.labels,
      coalesce(f.colors, '{}') as colors, coalesce(f.sizes, '{}') as sizes, f.sold,
      exists (select from catalogue.variants s where s.store_id = of_store and s.product_id = o.id and s.stock > 0) as in_stock,
      d.digest, (x.p).words_digest is distinct from d.digest as is_reworded, (x.p).name || ' ' || w.labels as words
    from unnest(of_products) o (id)
    cross join lateral (select q as p from shop.products q where q.store_id = of_store and q.id = o.id offset 0) x
    cross join lateral (select shop.labels_of(x.p) as labels offset 0) w
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
      where exists (select from shop.variants v
        where v.store_id = of_store and v.product_id = o.id and v.deleted_at is null and v.options ->> c.name = c.label)
    ) f
    cross join lateral (
      select md5(array[own, (x.p).name, w.labels, (x.p).seo_description, (x.p).description, v.skus::text]::text)::uuid as digest offset 0) d
  loop
    update shop.products p set price_minor = k.price, regular_price_minor = k.regular, highest_price_minor = k.highest,
      in_stock = k.in_stock, colors = k.colors, sizes = k.sizes, words_digest = k.digest,
      version = case when changed_at is null then p.version else p.version + 1 end, updated_at = coalesce(changed_at, p.updated_at),
      search = case when k.is_reworded then shop.weigh(p.name, own, 'A') || shop.weigh(k.labels, own, 'B')
          || shop.weigh(regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g'), own, 'D')
          || shop.words_of_skus(k.skus)
        else p.search end
    where p.store_id = of_store and p.id = k.id and (k.is_reworded or changed_at is not null or
      (p.price_minor, p.regular_price_minor, p.highest_price_minor, p.in_stock, p.colors, p.sizes)
        is distinct from (k.price, k.regular, k.highest, k.in_stock, k.colors, k.sizes));
    if k.sold is not null then sold := array_append(sold, k.sold); end if;
    if k.is_reworded then
      reworded := array_append(reworded, k.id);
      texts := array_append(texts, k.words);
    end if;
  end loop;

  -- In one order, so that two changes at once cannot wait for each other.
  insert into shop.facet_values (store_id, facet, value, label, swatch)
  select distinct on (s.facet, s.value) of_store, s.facet, s.value, s.label, s.swatch
  from unnest(sold) o (labels), jsonb_to_recordset(o.labels) s (facet text, value text, label text, swatch text)
  order by s.facet, s.value, s.swatch
  on conflict (store_id, facet, value) do update set swatch = excluded.swatch
    where facet_values.swatch is null and excluded.swatch is not null;
  if cardinality(reworded) > 0 then
    perform shop.refresh_translated_words(of_store, reworded);
    perform shop.keep_search_words(of_store, '', texts);
  end if;
end $$;

-- The owner migrates, whom forced row-level security shows no row. Pictures of a color that no variant has are of all.
do $$
declare
  t text;
  k record;
begin
  foreach t in array '{products,variants,images,facet_values,facet_sets}'::text[] loop
    execute format('alter table shop.%I no force row level security', t);
  end loop;
  for k in
    select p.store_id, p.id, f.colors, f.sizes, f.sold
    from shop.products p
    cross join lateral (
      select coalesce(array_agg(distinct c.value) filter (where c.facet = 'color'), '{}') as colors,
        coalesce(array_agg(distinct c.value) filter (where c.facet = 'size'), '{}') as sizes,
        coalesce(jsonb_agg(to_jsonb(c)), '[]') as sold
      from (
        select o.kind as facet, shop.facet_value(a ->> 'value') as value, a ->> 'value' as label, a ->> 'swatch' as swatch
        from shop.kinds_of_options(p.options) o
        join jsonb_array_elements(p.options) e on e ->> 'name' = o.name
        cross join lateral jsonb_array_elements(e -> 'values') a
        where exists (select from shop.variants v where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null
          and v.options ->> o.name = a ->> 'value')
      ) c
    ) f
    where exists (select from shop.kinds_of_options(p.options) o where shop.option_kind_before(o.name) is distinct from o.kind)
  loop
    update shop.products p set colors = k.colors, sizes = k.sizes where p.store_id = k.store_id and p.id = k.id;
    insert into shop.facet_values (store_id, facet, value, label, swatch)
    select distinct on (s.facet, s.value) k.store_id, s.facet, s.value, s.label, s.swatch
    from jsonb_to_recordset(k.sold) s (facet text, value text, label text, swatch text)
    order by s.facet, s.value, s.swatch
    on conflict (store_id, facet, value) do nothing;
  end loop;
  update shop.images i set color = null from shop.products p
  where p.store_id = i.store_id and p.id = i.product_id and p.deleted_at is null and i.color is not null
    and not exists (select from shop.kinds_of_options(p.options) n
      join jsonb_array_elements(p.options) o on o ->> 'name' = n.name
      cross join lateral jsonb_array_elements(o -> 'values') v
      where n.kind = 'color' and lower(v ->> 'value') = lower(i.color));
  foreach t in array '{products,variants,images,facet_values,facet_sets}'::text[] loop
    execute format('alter table shop.%I force row level security', t);
  end loop;
end $$;
drop function shop.option_kind_before(text);
