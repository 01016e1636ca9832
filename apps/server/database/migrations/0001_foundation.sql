-- Schemas, and the functions that indexes and generated columns call. {{app}}, {{catalogue}}, {{worker}} and {{doors}} are
-- this database's roles (docs/architecture/data-and-access.md).
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
create schema shop;
create schema catalogue;
create schema door;
grant usage on schema shop to {{app}}, {{worker}}, {{doors}};
grant usage on schema door to {{catalogue}}, {{app}}, {{worker}}, {{doors}};
grant usage on schema catalogue to {{catalogue}}, {{app}}, {{worker}}, {{doors}};
grant create on schema door, catalogue to {{doors}};
alter default privileges in schema shop grant usage on sequences to {{app}}, {{worker}};

-- Lower case without accents. Each Chinese or Japanese character is a word. Same rules as plainText() in the server.
create function catalogue.plain_text(t text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(t) = length(t) then lower(t) else
    regexp_replace(normalize(regexp_replace(
      normalize(translate(replace(replace(replace(lower(t), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıё', 'oldiе'), nfkd),
      '([a-z])[\u0300-\u036f]+', '\1', 'g'), nfkc), '([\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g') end
$$;

-- How SKUs and tags are stored (tidy_word) and compared (word_key). White space and the encoding of accents make no
-- difference; in keys, nor does case. Same rules as tidyWord() and wordKey() in the contract. A test compares them.
create function catalogue.tidy_word(t text) returns text language sql immutable strict parallel safe as $$
  select normalize(btrim(regexp_replace(regexp_replace(t, '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), nfc)
$$;

grant execute on function catalogue.tidy_word to {{app}}, {{catalogue}}, {{worker}};

create function catalogue.word_key(t text) returns text language sql immutable strict parallel safe as $$
  select nullif(lower(catalogue.tidy_word(t)), '')
$$;

grant execute on function catalogue.word_key to {{app}}, {{catalogue}}, {{worker}};

create function catalogue.word_keys(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(catalogue.word_key(w)), '{}') from unnest(words) w
$$;

grant execute on function catalogue.word_keys to {{app}}, {{catalogue}}, {{worker}};

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

grant execute on function shop.kinds_of_options to {{app}}, {{worker}}, {{doors}};

-- Recognizes the color and the size option by name, in any language of the platform. Same rules as optionKind() in
-- packages/commerce. A test compares them.
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

grant execute on function shop.option_kind to {{app}}, {{worker}}, {{doors}};

-- Returns the product's color or size option. Stored in generated columns, because computing it reads the values of all
-- options.
create function shop.option_of_kind(options jsonb, wanted text) returns text language sql immutable parallel safe as $$
  select k.name from shop.kinds_of_options(options) k where k.kind = wanted limit 1
$$;

grant execute on function shop.option_of_kind to {{app}}, {{worker}}, {{doors}};
