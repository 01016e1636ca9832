-- Refreshes the search words of the products' translations, in every language or only in of_language. Untranslated
-- products are found by their original words. Always looks up each product by its id, because for a new store the
-- planner expects a single product. Writes only words that have changed. Returns how many bytes of labels and prose the
-- written rows index. SKUs are the same in every language, so only the original's words contain them.
create or replace function shop.refresh_translated_words(of_store uuid, of_products uuid[], of_language text default null) returns bigint
language plpgsql set enable_seqscan = off as $$
declare
  own text := (select l.code from shop.store_languages l where l.store_id = of_store and l.is_default);
  spoken record;
  indexed bigint;
begin
  with written as (
    insert into shop.translated_words (store_id, product_id, language_code, search)
    select of_store, o.id, t.language_code,
      shop.weighted_words(coalesce(t.fields ->> 'name', (x.p).name), case when t.fields ? 'name' then t.language_code else own end, 'A')
      || shop.weighted_words(l.labels, own, 'B')
      || shop.weighted_words(regexp_replace(coalesce(t.fields ->> 'seoDescription', (x.p).seo_description, t.fields ->> 'description', (x.p).description),
          '<[^>]*>', ' ', 'g'),
        case when t.fields ? 'seoDescription' or ((x.p).seo_description is null and t.fields ? 'description') then t.language_code else own end, 'D')
    from unnest(of_products) o (id)
    cross join lateral (select q as p from shop.products q where q.store_id = of_store and q.id = o.id offset 0) x
    cross join lateral (select shop.label_text(x.p) as labels offset 0) l
    cross join lateral (
      select w.language_code, w.fields from shop.translations w
      where w.store_id = of_store and w.entity_type = 'PRODUCT' and w.entity_id = o.id and (of_language is null or w.language_code = of_language)
      offset 0) t
    on conflict (store_id, product_id, language_code) do update set search = excluded.search
      where translated_words.search is distinct from excluded.search
    returning product_id, language_code
  )
  select coalesce(sum(octet_length(shop.label_text(p)) + octet_length(coalesce(t.fields ->> 'seoDescription', p.seo_description,
    t.fields ->> 'description', p.description))), 0) into indexed
  from written w
  join shop.products p on p.store_id = of_store and p.id = w.product_id
  join shop.translations t on t.store_id = of_store and t.entity_type = 'PRODUCT' and t.entity_id = w.product_id
    and t.language_code = w.language_code;

  for spoken in
    select t.language_code, array_agg(t.name) as names
    from unnest(of_products) o (id)
    cross join lateral (
      select w.language_code, w.fields ->> 'name' as name from shop.translations w
      where w.store_id = of_store and w.entity_type = 'PRODUCT' and w.entity_id = o.id
        and (of_language is null or w.language_code = of_language) and w.fields ? 'name' offset 0) t
    group by 1 order by 1
  loop
    perform shop.add_search_words(of_store, spoken.language_code, spoken.names);
  end loop;
  return indexed;
end $$;

grant execute on function shop.refresh_translated_words to {{app}}, {{worker}};
