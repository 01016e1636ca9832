create table shop.search_words (
  store_id uuid not null references shop.stores,
  word text collate "C" not null,
  -- Empty text: the language of the store's own texts. word has no accents. shown is the word as spelled, in lower case.
  language_code text not null default '',
  shown text,
  primary key (store_id, language_code, word)
);
create index search_words_alike on shop.search_words using gin (store_id, language_code, word gin_trgm_ops);

create table shop.translated_words (
  store_id uuid not null,
  product_id uuid not null,
  language_code text not null,
  search tsvector not null,
  primary key (store_id, product_id, language_code),
  foreign key (store_id, product_id) references shop.products on delete cascade
);
create index translated_words_search on shop.translated_words using gin (store_id, language_code, search) with (gin_pending_list_limit = 256);

-- A store's synonyms, as one value. synonym_keys finds them by word stem in each language.
create table shop.synonyms (
  store_id uuid primary key references shop.stores,
  groups jsonb not null default '[]',
  version int not null default 0,
  updated_at timestamptz not null default now(),
  -- The built-in synonym groups that the store has switched off, by their first words.
  built_in_off text[] not null default '{}'
);

create table shop.synonym_keys (
  store_id uuid not null references shop.stores,
  key text collate "C" not null,
  at int not null,
  finds text[] not null,
  primary key (store_id, key, at)
);
