create table shop.stores (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  tagline text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null default 'en-US',
  country text not null check (country ~ '^[A-Z]{2}$'),
  time_zone text not null default 'UTC',
  environment text not null default 'TEST' check (environment in ('TEST', 'LIVE')),
  tax_basis_points int not null default 800 check (tax_basis_points between 0 and 10000),
  return_days int not null default 30 check (return_days >= 0),
  theme jsonb not null default '{}',
  contact jsonb not null,
  navigation jsonb not null default '[]',
  home jsonb not null,
  help jsonb not null,
  social_image text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Origins whose pages may call the store's API from a browser (CORS).
  allowed_origins text[] not null default '{}' check (cardinality(allowed_origins) <= 20),
  -- The promises that pages show. A new store promises nothing.
  promises jsonb not null default '{"refundDays": null, "damageReportHours": null, "warrantyYears": null}',
  season jsonb,
  launch jsonb,
  social_links jsonb not null default '[]',
  live_chat jsonb,
  forgotten_at timestamptz,
  unique (id, currency)
);
-- Stores are searched by prefix of name or slug and listed newest first (ids begin with the time).
create index stores_by_name on shop.stores (lower(name) text_pattern_ops);
create index stores_by_slug on shop.stores (slug text_pattern_ops);
create index stores_by_allowed_origin on shop.stores using gin (allowed_origins);
create index stores_to_forget on shop.stores (deleted_at) where deleted_at is not null and forgotten_at is null;

create table shop.domains (
  id uuid primary key,
  store_id uuid not null references shop.stores,
  host text not null check (host = lower(host)),
  status text not null default 'VERIFYING' check (status in ('ACTIVE', 'INACTIVE', 'VERIFYING', 'FAILED')),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  -- The text that the DNS record or the file on the host must contain. The host belongs to the first store that
  -- verifies it.
  token text not null default encode(uuid_send(gen_random_uuid()), 'hex'),
  verified_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz,
  checks int not null default 0,
  last_error text,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  check ((status in ('ACTIVE', 'INACTIVE')) = (verified_at is not null)),
  check (status = 'ACTIVE' or not is_primary)
);
create index domains_by_store on shop.domains (store_id);
create unique index domains_one_primary on shop.domains (store_id) where is_primary;
create unique index domains_proven on shop.domains (host) where verified_at is not null;
create unique index domains_claimed on shop.domains (store_id, host);
create index domains_to_check on shop.domains (next_check_at) where status = 'VERIFYING';

create table shop.policies (
  store_id uuid not null references shop.stores,
  id uuid not null,
  type text not null,
  title text not null,
  content text not null,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  primary key (store_id, id),
  check (type in ('REFUND_POLICY', 'SHIPPING_POLICY', 'PRIVACY_POLICY', 'TERMS_OF_SERVICE', 'LEGAL_NOTICE', 'CUSTOM'))
);
create index policies_by_id on shop.policies (id);
create unique index policies_of_type on shop.policies (store_id, type) where deleted_at is null and type <> 'CUSTOM';
create unique index policies_by_title on shop.policies (store_id, lower(title)) where deleted_at is null and type = 'CUSTOM';

-- Every version of a policy, so the version that applied to an order can be shown later.
create table shop.policy_versions (
  store_id uuid not null,
  policy_id uuid not null,
  version int not null,
  title text not null,
  content text not null,
  created_at timestamptz not null,
  primary key (store_id, policy_id, version),
  foreign key (store_id, policy_id) references shop.policies
);
create index policy_versions_newest on shop.policy_versions (store_id, created_at desc, policy_id);

-- A store's nested menus. Each tree is one value, because it is read and written as a whole.
create table shop.menus (
  store_id uuid not null references shop.stores,
  name text not null check (name in ('main', 'footer')),
  items jsonb not null default '[]',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (store_id, name)
);

-- The languages of a store. The texts translated into them are in shop.translations.
create table shop.store_languages (
  store_id uuid not null references shop.stores,
  id uuid not null,
  code text not null check (code in ('EN', 'ES', 'FR', 'DE', 'IT', 'PT', 'RU', 'ZH', 'JA', 'KO', 'AR', 'HI', 'VI')),
  -- Whether the store's own texts are in this language.
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
  translated int not null generated always as (
    (fields ? 'name')::int + 2 * (fields ? 'description')::int + 4 * (fields ? 'seoTitle')::int
    + 8 * (fields ? 'seoDescription')::int + 16 * (fields ? 'metaDescription')::int
    + 32 * (fields ? 'composition')::int + 64 * (fields ? 'care')::int) stored,
  -- The size of the fields in bytes. Lists add it up to limit a page's size without reading the fields.
  bytes int not null generated always as (octet_length(fields::text)) stored,
  primary key (store_id, id),
  foreign key (store_id, language_code) references shop.store_languages (store_id, code),
  constraint translations_of_things unique (store_id, entity_type, entity_id, language_code) include (translated)
);
create index translations_by_id on shop.translations (id);
create index translations_by_language on shop.translations (store_id, language_code, entity_type, id);
create index translations_by_words on shop.translations
  using gin (store_id, language_code, to_tsvector('simple', catalogue.plain_text(coalesce(fields ->> 'name', ''))))
  where entity_type = 'COLLECTION';

-- Settings of this installation, such as whether the demo stores have been created.
create table shop.platform_settings (
  key text primary key,
  value text not null
);

-- The number of calls, or of other limited actions, in each time window, shared by all processes. Unlogged, because the
-- counts need not survive a crash.
create unlogged table shop.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  calls int not null,
  primary key (bucket, window_start)
);
