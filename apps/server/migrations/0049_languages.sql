-- The languages of a store, and what is translated into them.
create table shop.store_languages (
  store_id uuid not null references shop.stores,
  id uuid not null,
  code text not null check (code in ('EN', 'ES', 'FR', 'DE', 'IT', 'PT', 'RU', 'ZH', 'JA', 'KO', 'AR', 'HI', 'VI')),
  -- That of the originals.
  is_default boolean not null default false,
  is_published boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, code),
  check (is_published or not is_default)
);
create index store_languages_by_id on shop.store_languages (id);
create unique index store_languages_one_default on shop.store_languages (store_id) where is_default;
insert into shop.store_languages (store_id, id, code, is_default)
  select id, gen_random_uuid(),
    case when upper(split_part(locale, '-', 1)) in ('EN', 'ES', 'FR', 'DE', 'IT', 'PT', 'RU', 'ZH', 'JA', 'KO', 'AR', 'HI', 'VI')
      then upper(split_part(locale, '-', 1)) else 'EN' end, true
  from catalogue.stores;
call shop.protect('shop.store_languages', 'staff');
call shop.name_kind('language', 'shop.store_languages');
create trigger told after insert or update or delete on shop.store_languages for each statement execute function shop.tell_stores();

create table shop.translations (
  store_id uuid not null,
  id uuid not null,
  entity_type text not null check (entity_type in ('PRODUCT', 'COLLECTION', 'POLICY', 'OPTION', 'NAVIGATION')),
  entity_id uuid not null,
  language_code text not null,
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, entity_type, entity_id, language_code),
  foreign key (store_id, language_code) references shop.store_languages (store_id, code)
);
create index translations_by_id on shop.translations (id);
create index translations_by_language on shop.translations (store_id, language_code, entity_type, id);
call shop.protect('shop.translations', 'staff');
call shop.name_kind('translation', 'shop.translations');

create view catalogue.languages as
  select store_id, id, code, is_default, is_published, version, created_at, updated_at from shop.store_languages;
-- Of published things, into published languages.
create view catalogue.translations as
  select t.store_id, t.id, t.entity_type, t.entity_id, t.language_code, t.fields, t.version, t.created_at, t.updated_at
  from shop.translations t
  where exists (select from shop.store_languages l
      where l.store_id = t.store_id and l.code = t.language_code and l.is_published)
    and case t.entity_type
      when 'PRODUCT' then exists (select from catalogue.products p where p.store_id = t.store_id and p.id = t.entity_id)
      when 'COLLECTION' then exists (select from catalogue.collections c where c.store_id = t.store_id and c.id = t.entity_id)
      when 'POLICY' then exists (select from catalogue.policies p where p.store_id = t.store_id and p.id = t.entity_id)
      else true end;
create or replace view catalogue.stores as
  select s.id, s.slug, s.name, s.tagline, s.currency, s.locale, s.country, s.time_zone, s.environment,
    s.tax_basis_points, s.return_days, s.theme, s.contact, s.navigation, s.home, s.help, s.social_image, s.created_at,
    (select d.host from shop.domains d where d.store_id = s.id and d.is_primary and d.status = 'ACTIVE') as domain,
    s.version,
    array(select l.code from shop.store_languages l where l.store_id = s.id and l.is_published
      order by l.is_default desc, l.code) as languages
  from shop.stores s where s.deleted_at is null;
do $$
declare v text;
begin
  foreach v in array '{languages,translations}'::text[] loop
    execute format('alter view catalogue.%I owner to {{doors}}', v);
    execute format('grant select on catalogue.%I to {{catalogue}}, {{app}}, {{worker}}', v);
  end loop;
end $$;
