-- Pictures that a store has uploaded. Files are named by the hash of their content and shared by all stores.
create table shop.media (
  store_id uuid not null references shop.stores,
  id uuid not null,
  key text not null,
  width int not null,
  height int not null,
  widths int[] not null,
  bytes int not null,
  alt text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, key)
);
create index media_by_id on shop.media (id);
create index media_by_key on shop.media (key);
create index media_by_age on shop.media (updated_at);

-- Pictures whose row was deleted. Their files are deleted later, unless another row uses them. The table belongs to no
-- store.
create table shop.dropped_pictures (
  key text primary key,
  widths int[] not null,
  dropped_at timestamptz not null default now()
);

-- Each distinct combination of facet values, shared by all products that have it. Facet counts first count the products
-- per combination.
create table shop.facet_sets (
  store_id uuid not null references shop.stores,
  id int not null generated always as identity,
  -- Empty text: none.
  category text not null,
  department text not null,
  sizes text[] not null,
  colors text[] not null,
  -- A hash of the four columns above, because lists of two hundred colors are too long for an index.
  digest uuid not null,
  primary key (store_id, id),
  unique (store_id, digest)
);

-- The label of each size and color. value is the form used in queries.
create table shop.facet_values (
  store_id uuid not null references shop.stores,
  facet text not null check (facet in ('size', 'color')),
  value text not null,
  label text not null,
  swatch text,
  primary key (store_id, facet, value)
);

create table shop.products (
  store_id uuid not null references shop.stores,
  id uuid not null,
  link text not null,
  name text not null,
  description text not null default '',
  seo_title text,
  seo_description text,
  meta_description text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'ARCHIVED')),
  category text,
  department text check (department in ('women', 'men', 'unisex')),
  vendor text,
  tags text[] not null default '{}',
  composition text,
  care text[] not null default '{}',
  measures jsonb not null default '[]',
  options jsonb not null default '[]',
  sale_ends_at timestamptz,
  published_at timestamptz,
  version int not null default 1,
  -- The fields that lists filter and sort by. shop.refresh_listings updates them after each change of the product or a variant.
  price_minor int not null default 0 check (price_minor >= 0),
  regular_price_minor int,
  highest_price_minor int not null default 0,
  colors text[] not null default '{}',
  sizes text[] not null default '{}',
  search tsvector not null default ''::tsvector,
  rating_sum int not null default 0,
  rating_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The body measurements that each size fits, in centimeters.
  body_measures jsonb not null default '[]',
  facet_set int not null,
  in_stock boolean not null default false,
  -- When a product with a future publication time will be published; null: not scheduled. Set by a trigger.
  changes_at timestamptz,
  -- A digest of the texts in `search`; null: must be indexed again.
  words_digest uuid,
  -- Which fields have text, as bits in the order of the contract's translatable fields. Missing translations are counted from
  -- two indexes, without reading the texts.
  written int not null generated always as (
    (name <> '')::int + 2 * (description <> '')::int + 4 * (coalesce(seo_title, '') <> '')::int
    + 8 * (coalesce(seo_description, '') <> '')::int + 16 * (coalesce(meta_description, '') <> '')::int
    + 32 * (coalesce(composition, '') <> '')::int + 64 * (care <> '{}')::int) stored,
  -- Tags in the form that rules and filters compare.
  tag_keys text[] not null generated always as (catalogue.word_keys(tags)) stored,
  color_option text generated always as (shop.option_of_kind(options, 'color')) stored,
  size_option text generated always as (shop.option_of_kind(options, 'size')) stored,
  primary key (store_id, id),
  foreign key (store_id, facet_set) references shop.facet_sets
);
create index products_by_id on shop.products (id);
create unique index products_by_link on shop.products (store_id, link) where deleted_at is null;
create index products_newest on shop.products (store_id, published_at desc, id)
  include (facet_set, status, price_minor, regular_price_minor, in_stock) where deleted_at is null;
create index products_by_price on shop.products (store_id, price_minor, id)
  include (facet_set, status, published_at, regular_price_minor, in_stock) where deleted_at is null;
create index products_by_category on shop.products (store_id, category, department) where deleted_at is null and status = 'ACTIVE';
create index products_search on shop.products using gin (store_id, search) with (gin_pending_list_limit = 256);
create index products_by_name on shop.products (store_id, lower(name), id)
  include (name, facet_set, status, published_at, price_minor, regular_price_minor, in_stock) where deleted_at is null;
create index products_by_tag on shop.products using gin (store_id, tag_keys) where deleted_at is null and status = 'ACTIVE';
create index products_by_facet_set on shop.products (store_id, facet_set)
  include (status, published_at, price_minor, regular_price_minor, in_stock) where deleted_at is null;
create index products_deleted on shop.products (store_id, deleted_at) where deleted_at is not null;
create index products_changing on shop.products (changes_at) where changes_at is not null;
create index products_written on shop.products (store_id, id) include (written, status) where deleted_at is null;
-- Finds sales that have ended. sale_ends_at becomes null once the regular prices are restored.
create index products_by_sale_end on shop.products (sale_ends_at, store_id) where sale_ends_at is not null;

-- A product's former links (slugs). Each redirects to the product until another product gets the same link.
create table shop.product_links (
  store_id uuid not null,
  link text not null,
  product_id uuid not null,
  moved_at timestamptz not null default now(),
  primary key (store_id, link),
  foreign key (store_id, product_id) references shop.products
);
create index product_links_by_product on shop.product_links (store_id, product_id);

create table shop.variants (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null,
  slug text not null,
  sku text,
  barcode text,
  price_minor int not null check (price_minor >= 0),
  regular_price_minor int check (regular_price_minor > price_minor),
  weight_grams int,
  options jsonb not null default '{}',
  position int not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  sku_key text generated always as (catalogue.word_key(sku)) stored,
  primary key (store_id, id),
  foreign key (store_id, product_id) references shop.products
);
create index variants_by_id on shop.variants (id);
create unique index variants_by_slug on shop.variants (store_id, product_id, slug) where deleted_at is null;
create unique index variants_by_sku on shop.variants (store_id, sku_key) where deleted_at is null and sku_key is not null;
-- Restoring a product restores the variants that were deleted at the same moment.
create index variants_deleted on shop.variants (store_id, product_id, deleted_at) where deleted_at is not null;

-- The price history of each variant, written by a trigger. In the European Economic Area, an announced reduction must show
-- the lowest price of the previous 30 days (Directive 98/6/EC, article 6a).
create table shop.price_changes (
  store_id uuid not null,
  variant_id uuid not null,
  started_at timestamptz not null,
  price_minor int not null,
  regular_price_minor int,
  primary key (store_id, variant_id, started_at),
  foreign key (store_id, variant_id) references shop.variants
);

create table shop.images (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  position int not null,
  -- The key of a file under /media, or the address of a picture that has not been fetched.
  key text,
  remote_url text,
  alt text not null default '',
  color text,
  width int not null,
  height int not null,
  widths int[] not null default '{}',
  kind text not null default 'PHOTO' check (kind in ('PHOTO', 'DRAWING', 'DETAIL')),
  primary key (store_id, id),
  foreign key (store_id, product_id) references shop.products,
  check ((key is null) <> (remote_url is null))
);
create index images_by_product on shop.images (store_id, product_id, position);
create index images_by_key on shop.images (key) where key is not null;
-- Exports read a store's pictures in this order.
create index images_of_store on shop.images (store_id, key) where key is not null;

create table shop.collections (
  store_id uuid not null references shop.stores,
  id uuid not null,
  link text not null,
  name text not null,
  description text not null default '',
  -- {}: staff choose the products (collection_products). Otherwise the products that meet the rule's conditions are
  -- shown.
  rule jsonb not null default '{}',
  position int not null default 0,
  is_published boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- The collection's own picture; null: it shows its first product's picture.
  media_id uuid,
  primary key (store_id, id),
  foreign key (store_id, media_id) references shop.media (store_id, id)
);
create index collections_by_id on shop.collections (id);
create unique index collections_by_link on shop.collections (store_id, link) where deleted_at is null;
create index collections_in_order on shop.collections (store_id, position, id) where deleted_at is null;
-- Collections are found by prefixes of the words in their names, in each language.
create index collections_by_words on shop.collections using gin (store_id, to_tsvector('simple', catalogue.plain_text(name)))
  where deleted_at is null;
create index collections_by_media on shop.collections (store_id, media_id) where media_id is not null;

create table shop.collection_products (
  store_id uuid not null,
  collection_id uuid not null,
  product_id uuid not null,
  position int not null,
  primary key (store_id, collection_id, product_id),
  foreign key (store_id, collection_id) references shop.collections,
  foreign key (store_id, product_id) references shop.products
);
create index collection_products_by_product on shop.collection_products (store_id, product_id);
create index collection_products_in_order on shop.collection_products (store_id, collection_id, position, product_id);

-- Former links of collections, as in product_links.
create table shop.collection_links (
  store_id uuid not null,
  link text not null,
  collection_id uuid not null,
  moved_at timestamptz not null default now(),
  primary key (store_id, link),
  foreign key (store_id, collection_id) references shop.collections
);
create index collection_links_by_collection on shop.collection_links (store_id, collection_id);

create table shop.upsells (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  target_id uuid not null check (target_id <> product_id),
  type text not null check (type in ('RELATED', 'UPSELL', 'CROSS_SELL')),
  position int not null default 0,
  version int not null default 1,
  primary key (store_id, id),
  unique (store_id, product_id, type, target_id),
  foreign key (store_id, product_id) references shop.products,
  foreign key (store_id, target_id) references shop.products
);
create index upsells_by_id on shop.upsells (id);
create index upsells_by_target on shop.upsells (store_id, target_id);

-- Counts a store's products by each combination of the values in the columns below. A change of a product adds a row
-- for the old values and a row for the new ones, so that changes don't lock each other. The worker merges them into
-- rows with turn 0.
create table shop.list_counts (
  store_id uuid not null,
  facet_set int not null,
  step int not null,
  status text not null,
  -- Whether published_at is set. Products without it are not shown.
  is_dated boolean not null,
  on_sale boolean not null,
  in_stock boolean not null,
  turn bigint not null,
  products int not null,
  primary key (store_id, facet_set, step, status, is_dated, on_sale, in_stock, turn) include (products)
);
create sequence shop.list_count_turns;
create index list_counts_unsettled on shop.list_counts (turn) where turn > 0;

-- The version of each store's catalogue. Processes cache counts while it stays the same. Each change adds a row, so that
-- changes don't lock each other. The worker merges a store's rows into one with turn 0. Readers add up all rows.
create table shop.catalogue_changes (
  -- No foreign key, because it would lock the store's row, which orders need.
  store_id uuid not null,
  -- The id of the transaction that added the row; 0 for a row that the worker merged.
  turn bigint not null,
  changes bigint not null,
  primary key (store_id, turn) include (changes)
);
create index catalogue_changes_unsettled on shop.catalogue_changes (turn) where turn > 0;

-- The wishlists of signed-in customers. Only ids are stored.
create table shop.wishlist_items (
  store_id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  added_at timestamptz not null,
  primary key (store_id, customer_id, product_id),
  foreign key (store_id, customer_id) references shop.customers,
  foreign key (store_id, product_id) references shop.products
);
create index wishlist_items_by_product on shop.wishlist_items (store_id, product_id);
