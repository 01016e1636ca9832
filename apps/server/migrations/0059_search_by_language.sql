-- Searching in each of a store's languages. A product's own words are stemmed as its store's first language does, those
-- translated as theirs does, and every word of name and labels stands unstemmed beside, for what is typed so far.

-- Without accents and in small letters; each sign of Chinese and Japanese a word. The server's plainText() is its twin.
create function catalogue.plain_text(t text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(normalize(regexp_replace(
    normalize(translate(replace(replace(replace(lower(t), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıё', 'oldiе'), nfkd),
    '([a-z])[\u0300-\u036f]+', '\1', 'g'), nfkc), '([\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g')
$$;

-- How a language stems; 'simple' where PostgreSQL has nothing for it.
create function catalogue.stemming(language text) returns regconfig language sql immutable parallel safe as $$
  select (case language when 'EN' then 'english' when 'ES' then 'spanish' when 'FR' then 'french' when 'DE' then 'german'
    when 'IT' then 'italian' when 'PT' then 'portuguese' when 'RU' then 'russian' when 'AR' then 'arabic' when 'HI' then 'hindi'
    else 'simple' end)::regconfig
$$;

-- What a search looks for. Each term is a word with what may stand for it, as to_tsquery takes it, and has its beginning in
-- starts, which is not stemmed. A word that one of the languages passes over is passed over, unless there is no other.
create function catalogue.search_query(languages text[], terms text[], starts text[]) returns tsquery
language plpgsql immutable parallel safe as $$
declare
  asked tsquery;
  typed tsquery;
  found tsquery;
  one tsquery;
  passed boolean;
begin
  for i in 1 .. cardinality(terms) loop
    one := to_tsquery('simple', starts[i]);
    typed := case when typed is null then one else typed && one end;
    passed := false;
    for l in 1 .. cardinality(languages) loop
      found := to_tsquery(catalogue.stemming(languages[l]), terms[i]);
      if numnode(found) = 0 then passed := true; else one := one || found; end if;
    end loop;
    if not passed then asked := case when asked is null then one else asked && one end; end if;
  end loop;
  return coalesce(asked, typed);
end $$;

create table shop.translated_words (
  store_id uuid not null,
  product_id uuid not null,
  language_code text not null,
  search tsvector not null,
  primary key (store_id, product_id, language_code),
  foreign key (store_id, product_id) references shop.products on delete cascade
);
create index translated_words_search on shop.translated_words using gin (store_id, language_code, search);
call shop.protect('shop.translated_words', 'staff');

-- '' is the originals' language; word is plain, shown as it is written.
alter table shop.search_words
  add column language_code text not null default '',
  add column shown text,
  drop constraint search_words_pkey,
  add primary key (store_id, language_code, word);
drop index shop.search_words_alike;
create index search_words_alike on shop.search_words using gin (store_id, language_code, word gin_trgm_ops);
create or replace view catalogue.search_words as
  select store_id, word, language_code, coalesce(shown, word) as shown from shop.search_words;

-- A text's words by weight: stemmed, and for A and B as they stand.
create function shop.weigh(t text, language text, weight "char") returns tsvector language plpgsql immutable as $$
declare
  plain text := catalogue.plain_text(coalesce(t, ''));
begin
  if weight = 'D' then return setweight(to_tsvector(catalogue.stemming(language), plain), 'D'); end if;
  return setweight(to_tsvector(catalogue.stemming(language), plain) || to_tsvector('simple', plain), weight);
end $$;

create function shop.keep_search_words(of_store uuid, language text, t text) returns void language plpgsql as $$
begin
  insert into shop.search_words (store_id, language_code, word, shown)
  select distinct on (word) of_store, language, word, shown
  from regexp_split_to_table(lower(t), '[^[:alpha:]\u0300-\u036f]+') found (shown)
  cross join lateral (select trim(catalogue.plain_text(found.shown)) as word) plain
  where length(word) between 3 and 40 and position(' ' in word) = 0
    and not exists (select from shop.search_words w where w.store_id = of_store and w.language_code = language and w.word = plain.word)
  -- In one order, so that two changes at once cannot wait for each other.
  order by word, shown
  on conflict do nothing;
end $$;

create function shop.labels_of(p shop.products) returns text language plpgsql stable as $$
begin
  return concat_ws(' ', p.category, p.department, p.vendor, array_to_string(p.tags, ' '),
    (select string_agg(v ->> 'value', ' ') from jsonb_array_elements(p.options) o, jsonb_array_elements(o -> 'values') v));
end $$;

-- '#coat-12-navy', '#12-navy' and '#navy': a SKU is found by how it, or any part of it, begins.
create function shop.sku_words(of_store uuid, of_product uuid) returns tsvector language plpgsql stable as $$
begin
  return (select array_to_tsvector(coalesce(array_agg(distinct '#' || array_to_string(parts[at:], '-')), '{}'))
  from (
    select regexp_split_to_array(trim(both '-' from regexp_replace(lower(sku), '[^[:alnum:]]+', '-', 'g')), '-') as parts
    from shop.variants where store_id = of_store and product_id = of_product and deleted_at is null and sku <> ''
  ) v, generate_subscripts(parts, 1) at
  where parts[at] <> '');
end $$;

-- Of every language the product is translated into, or of one. What is not translated is found by the original.
create function shop.refresh_translated_words(of_store uuid, of_product uuid, of_language text default null) returns void
language plpgsql as $$
begin
  insert into shop.translated_words (store_id, product_id, language_code, search)
  select of_store, of_product, t.language_code,
    shop.weigh(coalesce(t.fields ->> 'name', p.name), case when t.fields ? 'name' then t.language_code else o.code end, 'A')
    || shop.weigh(shop.labels_of(p), o.code, 'B')
    || shop.weigh(regexp_replace(coalesce(t.fields ->> 'seoDescription', p.seo_description, t.fields ->> 'description', p.description), '<[^>]*>', ' ', 'g'),
      case when t.fields ? 'seoDescription' or (p.seo_description is null and t.fields ? 'description') then t.language_code else o.code end, 'D')
    || shop.sku_words(of_store, of_product)
  from shop.products p
  join shop.translations t on t.store_id = of_store and t.entity_type = 'PRODUCT' and t.entity_id = p.id
    and (of_language is null or t.language_code = of_language)
  join shop.store_languages o on o.store_id = of_store and o.is_default
  where p.store_id = of_store and p.id = of_product
  on conflict (store_id, product_id, language_code) do update set search = excluded.search;

  perform shop.keep_search_words(of_store, t.language_code, t.fields ->> 'name') from shop.translations t
  where t.store_id = of_store and t.entity_type = 'PRODUCT' and t.entity_id = of_product
    and (of_language is null or t.language_code = of_language) and t.fields ? 'name';
end $$;

-- A translation is found as it reads now, whoever changes it.
create function shop.note_translation() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from shop.translated_words w
      where w.store_id = old.store_id and w.product_id = old.entity_id and w.language_code = old.language_code;
    return null;
  end if;
  perform shop.refresh_translated_words(new.store_id, new.entity_id, new.language_code);
  return null;
end $$;
create trigger note_translation after insert or update of fields on shop.translations for each row
  when (new.entity_type = 'PRODUCT') execute function shop.note_translation();
create trigger note_translation_gone after delete on shop.translations for each row
  when (old.entity_type = 'PRODUCT') execute function shop.note_translation();

-- What lists filter, sort and search by.
create or replace function shop.refresh_listing(of_store uuid, of_product uuid) returns void language plpgsql as $$
begin
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
    in_stock = shop.is_in_stock(of_store, of_product),
    colors = coalesce((select array_agg(distinct shop.facet_value(label)) from sold where facet = 'color'), '{}'),
    sizes = coalesce((select array_agg(distinct shop.facet_value(label)) from sold where facet = 'size'), '{}'),
    search = shop.weigh(p.name, o.code, 'A') || shop.weigh(shop.labels_of(p), o.code, 'B')
      || shop.weigh(regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g'), o.code, 'D')
      || shop.sku_words(of_store, of_product)
  from (
    select min(price_minor) price,
      (array_agg(regular_price_minor order by price_minor, position))[1] regular,
      max(price_minor) highest
    from shop.variants
    where store_id = of_store and product_id = of_product and deleted_at is null
  ) v, shop.store_languages o
  where p.store_id = of_store and p.id = of_product and o.store_id = of_store and o.is_default;

  perform shop.refresh_translated_words(of_store, of_product);
  perform shop.keep_search_words(of_store, '', p.name || ' ' || shop.labels_of(p))
    from shop.products p where p.store_id = of_store and p.id = of_product;
end $$;
grant execute on function shop.weigh(text, text, "char"), shop.keep_search_words(uuid, text, text),
  shop.refresh_translated_words(uuid, uuid, text), shop.labels_of(shop.products), shop.sku_words(uuid, uuid) to {{app}}, {{worker}};

create view catalogue.translated_words as
  select w.store_id, w.product_id, w.language_code, w.search from shop.translated_words w
  where exists (select from shop.store_languages l where l.store_id = w.store_id and l.code = w.language_code and l.is_published)
    and exists (select from catalogue.products p where p.store_id = w.store_id and p.id = w.product_id);
create view door.own_translated_words as
  select store_id, product_id, language_code, search from shop.translated_words
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system');
alter view catalogue.translated_words owner to {{doors}};
alter view door.own_translated_words owner to {{doors}};
grant select on catalogue.translated_words to {{catalogue}}, {{app}}, {{worker}};
grant select on door.own_translated_words to {{app}}, {{worker}};

-- Words that stand for one another in a store: written and read as one value; keys are how each is looked up, by how each
-- language stems it.
create table shop.synonyms (
  store_id uuid primary key references shop.stores,
  groups jsonb not null default '[]',
  version int not null default 0,
  updated_at timestamptz not null default now()
);
call shop.protect('shop.synonyms', 'staff');
create table shop.synonym_keys (
  store_id uuid not null references shop.stores,
  key text collate "C" not null,
  at int not null,
  finds text[] not null,
  primary key (store_id, key, at)
);
call shop.protect('shop.synonym_keys', 'staff');
create view catalogue.synonym_keys as select store_id, key, at, finds from shop.synonym_keys;
alter view catalogue.synonym_keys owner to {{doors}};
grant select on catalogue.synonym_keys to {{catalogue}}, {{app}}, {{worker}};

-- 'german:regen mantel': how a language has a word or several; null where it passes over them.
create function catalogue.stem_key(language text, t text) returns text language sql immutable parallel safe as $$
  select catalogue.stemming(language) || ':' || string_agg(lexeme, ' ' order by positions[1])
  from unnest(to_tsvector(catalogue.stemming(language), catalogue.plain_text(t)))
$$;

-- Collections are found by how the words of their names begin, in each language.
create index collections_by_words on shop.collections using gin (store_id, to_tsvector('simple', catalogue.plain_text(name)))
  where deleted_at is null;
create index translations_by_words on shop.translations
  using gin (store_id, language_code, to_tsvector('simple', catalogue.plain_text(coalesce(fields ->> 'name', ''))))
  where entity_type = 'COLLECTION';

-- The owner migrates, whom forced row-level security shows no row.
do $$
declare t text;
begin
  foreach t in array '{products,variants,translations,translated_words,store_languages,search_words,facet_values,facet_sets}'::text[] loop
    execute format('alter table shop.%I no force row level security', t);
  end loop;
  delete from shop.search_words;
  perform shop.refresh_listing(store_id, id) from shop.products;
  foreach t in array '{products,variants,translations,translated_words,store_languages,search_words,facet_values,facet_sets}'::text[] loop
    execute format('alter table shop.%I force row level security', t);
  end loop;
end $$;
