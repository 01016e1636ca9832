-- Orders, their lines and payments. Every state column has a CHECK, every total one that it adds up.
create table shop.orders (
  store_id uuid not null references shop.stores,
  id uuid not null,
  order_number text not null,
  key_hash bytea not null,
  email text,
  currency text not null,
  subtotal_minor int not null check (subtotal_minor >= 0),
  discount_minor int not null check (discount_minor >= 0),
  shipping_minor int not null check (shipping_minor >= 0),
  tax_minor int not null check (tax_minor >= 0),
  total_minor int not null check (total_minor >= 0),
  discount_id uuid,
  discount_code text,
  shipping_rate_id uuid,
  shipping_method text,
  deliver_from date,
  deliver_to date,
  shipping_address jsonb,
  billing_address jsonb,
  note text,
  payment_state text not null default 'created'
    check (payment_state in ('created', 'processing', 'completed', 'failed', 'expired', 'cancelled', 'refunded')),
  fulfilment_state text not null default 'unfulfilled'
    check (fulfilment_state in ('unfulfilled', 'fulfilled', 'completed')),
  payment_name text,
  cancel_reason text check (cancel_reason in ('expired', 'cancelled')),
  cancelled_at timestamptz,
  paid_at timestamptz,
  -- Until then the stock is held; null once it is sold or released.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (store_id, id),
  unique (store_id, order_number),
  check (total_minor = subtotal_minor - discount_minor + shipping_minor + tax_minor),
  check (discount_minor <= subtotal_minor),
  check ((paid_at is not null) = (payment_state in ('completed', 'refunded'))),
  -- Stock is held for open orders alone.
  check (expires_at is null or (cancelled_at is null and paid_at is null))
);
create index orders_by_id on shop.orders (id);
create index orders_newest on shop.orders (store_id, id desc) where deleted_at is null;
create index orders_expiring on shop.orders (expires_at) where expires_at is not null;
create index orders_by_email on shop.orders (store_id, lower(email));
call shop.protect('shop.orders', 'order', 'id');
revoke delete on shop.orders from {{app}}, {{worker}};

create table shop.order_items (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  link text not null,
  name text not null,
  variant_name text not null,
  color text,
  size text,
  sku text,
  image text,
  quantity int not null check (quantity > 0),
  price_minor int not null check (price_minor >= 0),
  discount_minor int not null default 0 check (discount_minor >= 0),
  tax_minor int not null default 0 check (tax_minor >= 0),
  total_minor int not null check (total_minor = price_minor * quantity),
  position int not null,
  primary key (store_id, id),
  foreign key (store_id, order_id) references shop.orders,
  foreign key (store_id, variant_id) references shop.variants
);
create index order_items_by_order on shop.order_items (store_id, order_id, position);
call shop.protect('shop.order_items', 'order');
revoke update, delete on shop.order_items from {{app}}, {{worker}};

-- One row an attempt. processing: asked to capture, no answer known yet; only the provider's word moves it on.
create table shop.payments (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE', 'OTHER')),
  environment text not null check (environment in ('TEST', 'LIVE')),
  -- The provider's id; null until it has answered our first call.
  provider_id text,
  client_secret text,
  amount_minor int not null check (amount_minor >= 0),
  currency text not null,
  state text not null default 'created'
    check (state in ('created', 'processing', 'completed', 'failed', 'expired', 'cancelled', 'refunded')),
  issues jsonb not null default '[]',
  debug_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references shop.orders
);
create index payments_by_id on shop.payments (id);
create index payments_by_order on shop.payments (store_id, order_id, id desc);
create unique index payments_by_provider_id on shop.payments (store_id, provider, provider_id) where provider_id is not null;
create unique index payments_one_completed on shop.payments (store_id, order_id) where state in ('completed', 'refunded');
create index payments_unsettled on shop.payments (updated_at) where state = 'processing';
call shop.protect('shop.payments', 'order');
revoke delete on shop.payments from {{app}}, {{worker}};

create table shop.payment_providers (
  store_id uuid not null references shop.stores,
  id uuid not null,
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE', 'OTHER')),
  environment text not null check (environment in ('TEST', 'LIVE')),
  client_id text,
  is_active boolean not null default true,
  primary key (store_id, id),
  unique (store_id, provider, environment)
);
call shop.protect('shop.payment_providers', 'catalogue');

-- The built-in test provider's own books, as a real provider would keep them elsewhere: not a store's table.
create table shop.test_payments (
  id text primary key,
  request_key text not null unique,
  amount_minor int not null check (amount_minor >= 0),
  currency text not null,
  decision text check (decision in ('approve', 'decline', 'fail', 'timeout', 'cancel')),
  state text not null default 'open' check (state in ('open', 'captured', 'failed', 'cancelled')),
  created_at timestamptz not null default now()
);
grant select, insert, update on shop.test_payments to {{app}}, {{worker}};
