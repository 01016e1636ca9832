create table shop.discounts (
  store_id uuid not null references shop.stores,
  id uuid not null,
  code text not null,
  type text not null check (type in ('PERCENTAGE', 'FIXED_AMOUNT', 'FREE_SHIPPING')),
  -- Basis points of the subtotal (PERCENTAGE), otherwise minor units.
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

create table shop.shipping_zones (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null,
  -- Empty: the rest of the world.
  countries text[] not null default '{}',
  position int not null default 0,
  version int not null default 1,
  primary key (store_id, id)
);
create index shipping_zones_by_id on shop.shipping_zones (id);

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

create table shop.orders (
  store_id uuid not null,
  id uuid not null,
  order_number text not null,
  key_hash bytea not null,
  email text,
  currency text not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0),
  shipping_minor bigint not null check (shipping_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
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
  -- When the hold on the stock expires; null: the stock was sold or released.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  customer_id uuid,
  -- The order's tax rate, for its invoice, because the store's rate may change later.
  tax_basis_points int check (tax_basis_points >= 0),
  -- The destination. Kept for tax records after the address is erased.
  kept_country text,
  kept_region text,
  -- Who placed the order: a keyed hash of the IP address, and the signed-in account, which may not be the order's
  -- customer, because any email can be entered. Both are cleared once the order holds no units.
  held_by_address bytea,
  held_by_user uuid,
  -- The host where the shopper ordered. Mails link to it as long as it belongs to the store.
  host text check (length(host) <= 253),
  -- payment_environment: TEST or LIVE once the order is paid, even if it was free; null: not paid. test_held_until:
  -- when a test order's units and discount code are released; null: already released, or not a test order.
  payment_environment text check (payment_environment in ('TEST', 'LIVE')),
  test_held_until timestamptz,
  -- The signed-in account that placed the order; null: a guest.
  placed_by uuid,
  -- Keyed hashes of the IP address that placed the order and, for IPv6, of its /48 network. A sweep clears both some
  -- time after the order is paid, canceled or expired.
  placed_address bytea,
  placed_network bytea,
  primary key (store_id, id),
  unique (store_id, order_number),
  check (total_minor = subtotal_minor - discount_minor + shipping_minor + tax_minor),
  check (discount_minor <= subtotal_minor),
  check ((paid_at is not null) = (payment_state in ('completed', 'refunded'))),
  -- Only open orders can expire.
  check (expires_at is null or (cancelled_at is null and paid_at is null)),
  foreign key (store_id, customer_id) references shop.customers,
  -- A store with orders keeps its currency.
  constraint orders_in_currency foreign key (store_id, currency) references shop.stores (id, currency),
  constraint orders_test_held check (test_held_until is null or (payment_environment = 'TEST' and paid_at is not null)),
  constraint orders_held_by check (expires_at is not null or test_held_until is not null
    or (held_by_address is null and held_by_user is null))
);
create index orders_by_id on shop.orders (id);
create index orders_newest on shop.orders (store_id, id desc) where deleted_at is null;
create index orders_expiring on shop.orders (expires_at) where expires_at is not null;
create index orders_by_email on shop.orders (store_id, lower(email));
create index orders_by_customer on shop.orders (store_id, customer_id, id desc) where customer_id is not null;
create index orders_held_by_address on shop.orders (store_id, held_by_address) where held_by_address is not null;
create index orders_held_by_user on shop.orders (store_id, held_by_user) where held_by_user is not null;
create index orders_test_held_until on shop.orders (test_held_until, id) where test_held_until is not null;
create index orders_placed_address on shop.orders (store_id, placed_address) where placed_address is not null;
create index orders_placed_network on shop.orders (store_id, placed_network) where placed_network is not null;
create index orders_paid_for_real on shop.orders (store_id)
  where payment_environment = 'LIVE' and payment_state = 'completed' and total_minor > 0;
create index orders_free_by_account on shop.orders (store_id, placed_by, paid_at)
  where total_minor = 0 and payment_environment = 'LIVE' and placed_by is not null;
create index orders_ended_unpaid on shop.orders (cancelled_at, id)
  where cancelled_at is not null and paid_at is null and placed_by is null;

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
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  total_minor bigint not null,
  position int not null,
  primary key (store_id, id),
  foreign key (store_id, order_id) references shop.orders,
  foreign key (store_id, variant_id) references shop.variants,
  constraint order_items_total check (total_minor = price_minor::bigint * quantity)
);
create index order_items_by_order on shop.order_items (store_id, order_id, position);
create index order_items_by_product on shop.order_items (store_id, product_id, id desc);

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

-- One row per attempt. processing: the capture was requested, and the result is unknown until the provider responds.
create table shop.payments (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE', 'OTHER')),
  environment text not null check (environment in ('TEST', 'LIVE')),
  -- The provider's id; null until the provider has responded to our first call.
  provider_id text,
  client_secret text,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  state text not null default 'created'
    check (state in ('created', 'processing', 'completed', 'failed', 'expired', 'cancelled', 'refunded')),
  issues jsonb not null default '[]',
  debug_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The number of the capture attempt. The payment and this number make the idempotency key, because a provider repeats
  -- its first response to a key, even a decline. A retry after a lost response keeps the key.
  capture_tries int not null default 0 check (capture_tries >= 0),
  primary key (store_id, id),
  foreign key (store_id, order_id) references shop.orders
);
create index payments_by_id on shop.payments (id);
create index payments_by_order on shop.payments (store_id, order_id, id desc);
create unique index payments_by_provider_id on shop.payments (store_id, provider, provider_id) where provider_id is not null;
create unique index payments_one_completed on shop.payments (store_id, order_id) where state in ('completed', 'refunded');
create index payments_unsettled on shop.payments (updated_at) where state = 'processing';

-- The built-in test provider's own records, which a real provider keeps on its side. The table belongs to no store.
create table shop.test_payments (
  id text primary key,
  request_key text not null unique,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  decision text check (decision in ('approve', 'decline', 'fail', 'timeout', 'cancel')),
  state text not null default 'open' check (state in ('open', 'captured', 'failed', 'cancelled')),
  created_at timestamptz not null default now()
);

-- The built-in test provider's response to each idempotency key.
create table shop.test_captures (
  request_key text primary key,
  payment_id text not null references shop.test_payments,
  answer text not null check (answer in ('open', 'captured', 'declined', 'failed', 'cancelled')),
  created_at timestamptz not null default now()
);

-- Responses to requests with an Idempotency-Key. The transaction of a request inserts the row first, so that a repeated
-- request waits until the first one commits.
create table shop.idempotency_keys (
  store_id uuid not null references shop.stores,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (store_id, operation, key)
);
create index idempotency_keys_by_age on shop.idempotency_keys (created_at);
