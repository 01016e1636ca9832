-- Products, pictures, collections, reviews, stock, shipping and discounts of a store.
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
  -- What lists filter and sort by, kept by shop.refresh_listing after each change of the product or its variants.
  price_minor int not null default 0 check (price_minor >= 0),
  regular_price_minor int,
  highest_price_minor int not null default 0,
  colors text[] not null default '{}',
  sizes text[] not null default '{}',
  search tsvector not null default ''::tsvector,
  search_words text not null default '',
  rating_sum int not null default 0,
  rating_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (store_id, id)
);
create index products_by_id on shop.products (id);
create unique index products_by_link on shop.products (store_id, link) where deleted_at is null;
create index products_newest on shop.products (store_id, published_at desc, id) where deleted_at is null and status = 'ACTIVE';
create index products_by_price on shop.products (store_id, price_minor, id) where deleted_at is null and status = 'ACTIVE';
create index products_by_category on shop.products (store_id, category, department) where deleted_at is null and status = 'ACTIVE';
create index products_search on shop.products using gin (search);
create index products_words on shop.products using gin (search_words gin_trgm_ops);
call shop.protect('shop.products', 'catalogue');

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
  primary key (store_id, id),
  foreign key (store_id, product_id) references shop.products
);
create index variants_by_id on shop.variants (id);
create unique index variants_by_slug on shop.variants (store_id, product_id, slug) where deleted_at is null;
create unique index variants_by_sku on shop.variants (store_id, sku) where deleted_at is null and sku is not null;
call shop.protect('shop.variants', 'catalogue');

create table shop.images (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  position int not null,
  -- The key of files under /media, or the address of a picture that could not be fetched.
  key text,
  remote_url text,
  alt text not null default '',
  color text,
  width int not null,
  height int not null,
  widths int[] not null default '{}',
  primary key (store_id, id),
  foreign key (store_id, product_id) references shop.products,
  check ((key is null) <> (remote_url is null))
);
create index images_by_product on shop.images (store_id, product_id, position);
call shop.protect('shop.images', 'catalogue');

create table shop.collections (
  store_id uuid not null references shop.stores,
  id uuid not null,
  link text not null,
  name text not null,
  description text not null default '',
  -- {} is by hand (collection_products); else {category?, department?, sale?, newest?}.
  rule jsonb not null default '{}',
  position int not null default 0,
  is_published boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (store_id, id)
);
create index collections_by_id on shop.collections (id);
create unique index collections_by_link on shop.collections (store_id, link) where deleted_at is null;
call shop.protect('shop.collections', 'catalogue');

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
call shop.protect('shop.collection_products', 'catalogue');

create table shop.upsells (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  target_id uuid not null check (target_id <> product_id),
  type text not null check (type in ('RELATED', 'UPSELL', 'CROSS_SELL')),
  position int not null default 0,
  primary key (store_id, id),
  unique (store_id, product_id, type, target_id),
  foreign key (store_id, product_id) references shop.products,
  foreign key (store_id, target_id) references shop.products
);
call shop.protect('shop.upsells', 'catalogue');

create table shop.reviews (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null,
  rating int not null check (rating between 1 and 5),
  title text not null,
  content text not null,
  fit text check (fit in ('small', 'true', 'large')),
  verified boolean not null default false,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, product_id) references shop.products
);
create index reviews_by_id on shop.reviews (id);
create index reviews_by_product on shop.reviews (store_id, product_id, created_at desc) where status = 'APPROVED';
call shop.protect('shop.reviews', 'open');

-- on_hand counts every piece in the house, reserved the ones held for unpaid orders.
create table shop.inventory_levels (
  store_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location text not null default 'main',
  on_hand int not null default 0 check (on_hand >= 0),
  reserved int not null default 0 check (reserved >= 0),
  reorder_point int check (reorder_point >= 0),
  updated_at timestamptz not null default now(),
  primary key (store_id, variant_id, location),
  foreign key (store_id, variant_id) references shop.variants,
  check (reserved <= on_hand)
) with (fillfactor = 70);
call shop.protect('shop.inventory_levels', 'open');
revoke delete on shop.inventory_levels from {{app}}, {{worker}};

-- The ledger: the sums of its deltas are the level's on_hand and reserved.
create table shop.stock_movements (
  store_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location text not null default 'main',
  kind text not null check (kind in ('adjust', 'hold', 'release', 'sale', 'return')),
  on_hand_delta int not null default 0,
  reserved_delta int not null default 0,
  reason text not null,
  order_id uuid,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, variant_id) references shop.variants
);
create index stock_movements_by_variant on shop.stock_movements (store_id, variant_id, id);
create index stock_movements_by_order on shop.stock_movements (store_id, order_id) where order_id is not null;
call shop.protect('shop.stock_movements', 'open');
revoke update, delete on shop.stock_movements from {{app}}, {{worker}};

create table shop.shipping_zones (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null,
  -- Empty: the rest of the world.
  countries text[] not null default '{}',
  position int not null default 0,
  primary key (store_id, id)
);
call shop.protect('shop.shipping_zones', 'catalogue');

create table shop.shipping_rates (
  store_id uuid not null,
  id uuid not null,
  zone_id uuid not null,
  name text not null,
  price_minor int not null check (price_minor >= 0),
  free_above_minor int check (free_above_minor >= 0),
  processing_min int not null default 1,
  processing_max int not null default 2,
  transit_min int not null,
  transit_max int not null,
  position int not null default 0,
  primary key (store_id, id),
  foreign key (store_id, zone_id) references shop.shipping_zones,
  check (0 <= processing_min and processing_min <= processing_max and 0 <= transit_min and transit_min <= transit_max)
);
create index shipping_rates_by_zone on shop.shipping_rates (store_id, zone_id, position);
call shop.protect('shop.shipping_rates', 'catalogue');

create table shop.discounts (
  store_id uuid not null references shop.stores,
  id uuid not null,
  code text not null,
  type text not null check (type in ('PERCENTAGE', 'FIXED_AMOUNT', 'FREE_SHIPPING')),
  -- Basis points of the subtotal, or minor units.
  value int not null check (value >= 0),
  minimum_subtotal_minor int,
  starts_at timestamptz,
  ends_at timestamptz,
  usage_limit int check (usage_limit > 0),
  used int not null default 0 check (used >= 0 and (usage_limit is null or used <= usage_limit)),
  is_active boolean not null default true,
  primary key (store_id, id)
);
create unique index discounts_by_code on shop.discounts (store_id, upper(code));
call shop.protect('shop.discounts', 'open');
revoke delete on shop.discounts from {{app}}, {{worker}};

create table shop.policies (
  store_id uuid not null references shop.stores,
  id uuid not null,
  type text not null,
  title text not null,
  content text not null,
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
call shop.protect('shop.policies', 'catalogue');

-- Columns of a product that lists filter, sort and search by. simple: names are not sentences, and 'men' must not stem.
create function shop.refresh_listing(of_store uuid, of_product uuid) returns void language sql as $$
  update shop.products p set
    price_minor = coalesce(v.price, 0),
    regular_price_minor = v.regular,
    highest_price_minor = coalesce(v.highest, 0),
    colors = coalesce(v.colors, '{}'),
    sizes = coalesce(v.sizes, '{}'),
    search_words = lower(concat_ws(' ', p.name, p.category, p.department, p.vendor, array_to_string(p.tags, ' '), v.words)),
    search = setweight(to_tsvector('english', p.name), 'A')
      || setweight(to_tsvector('english', concat_ws(' ', p.category, p.department, array_to_string(p.tags, ' '), v.words)), 'B')
      || setweight(to_tsvector('english', regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g')), 'D')
  from (
    select min(price_minor) price,
      (array_agg(regular_price_minor order by price_minor, position))[1] regular,
      max(price_minor) highest,
      array_agg(distinct lower(options ->> c.name)) filter (where options ? c.name) colors,
      array_agg(distinct options ->> s.name) filter (where options ? s.name) sizes,
      string_agg(distinct concat_ws(' ', sku, (select string_agg(o.value, ' ') from jsonb_each_text(options) o)), ' ') words
    from (select coalesce((select o ->> 'name' from shop.products x, jsonb_array_elements(x.options) o
            where x.store_id = of_store and x.id = of_product and lower(o ->> 'name') in ('color', 'colour') limit 1), 'Color') name) c,
         (select coalesce((select o ->> 'name' from shop.products x, jsonb_array_elements(x.options) o
            where x.store_id = of_store and x.id = of_product and lower(o ->> 'name') = 'size' limit 1), 'Size') name) s,
         shop.variants
    where store_id = of_store and product_id = of_product and deleted_at is null
  ) v
  where p.store_id = of_store and p.id = of_product
$$;
grant execute on function shop.refresh_listing(uuid, uuid) to {{app}}, {{worker}};
