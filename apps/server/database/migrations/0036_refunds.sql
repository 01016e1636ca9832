-- Several captures per order, manual payments, and full and partial refunds.
drop index shop.payments_one_completed;
alter table shop.payments
  alter column provider drop not null,
  -- For manual payments, which have no provider: the method, the day of receipt, the reference and staff's note.
  add column method text check (method in ('BANK_TRANSFER', 'CASH', 'OTHER')),
  add column received_on date,
  add column reference text,
  add column note text,
  -- The refunded amount, including refunds in progress.
  add column refunded_minor bigint not null default 0,
  add column version int not null default 1,
  add constraint payments_manual check ((provider is null) = (method is not null)
    and (method is null or state in ('completed', 'refunded')) and (method is not null) = (received_on is not null));
update shop.payments set refunded_minor = amount_minor where state = 'refunded';
alter table shop.payments
  add constraint payments_refunded check (refunded_minor between 0 and amount_minor
    and (refunded_minor = 0 or state in ('completed', 'refunded')));

create table shop.refunds (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The amount actually returned. Less than the amount if a provider declined a part.
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  -- Shipping's part of the amount, and the tax in that part.
  shipping_minor bigint not null default 0 check (shipping_minor between 0 and amount_minor),
  shipping_tax_minor bigint not null default 0 check (shipping_tax_minor between 0 and shipping_minor),
  reason text,
  note text,
  state text not null default 'pending' check (state in ('pending', 'processing', 'completed', 'failed')),
  -- Whether the buyer gets a mail when the refund completes.
  is_announced boolean not null,
  actor_kind text not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, order_id) references shop.orders,
  check ((state = 'completed') = (completed_at is not null)),
  check ((refunded_minor > 0) = (state = 'completed'))
);
create index refunds_by_order on shop.refunds (store_id, order_id, id desc);

-- The refunded units.
create table shop.refund_lines (
  store_id uuid not null,
  refund_id uuid not null,
  order_item_id uuid not null,
  order_id uuid not null,
  quantity int not null check (quantity > 0),
  -- The units' share of the line's amount, and how much of it is refunded.
  share_minor bigint not null check (share_minor >= 0),
  amount_minor bigint not null check (amount_minor between 0 and share_minor),
  -- The tax in the amount, added to prices or included in them.
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  tax_included_minor bigint not null default 0 check (tax_included_minor >= 0),
  -- Whether the units return to stock. Without a location, they return to where they were sold from.
  is_restocked boolean not null,
  restock_location text,
  primary key (store_id, refund_id, order_item_id),
  foreign key (store_id, refund_id) references shop.refunds,
  foreign key (store_id, order_item_id) references shop.order_items,
  foreign key (store_id, restock_location) references shop.locations (store_id, code),
  check (restock_location is null or is_restocked)
);
create index refund_lines_by_item on shop.refund_lines (store_id, order_item_id);

-- The payments that refunds are taken from. A row's id is the idempotency key sent to the provider.
create table shop.refund_payments (
  store_id uuid not null,
  id uuid not null,
  refund_id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'processing', 'completed', 'failed')),
  provider_refund_id text,
  -- How often the provider was called for this part of the refund.
  attempts int not null default 0 check (attempts >= 0),
  issues jsonb not null default '[]',
  debug_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, refund_id, payment_id),
  foreign key (store_id, refund_id) references shop.refunds,
  foreign key (store_id, order_id) references shop.orders,
  foreign key (store_id, payment_id) references shop.payments
);
create index refund_payments_by_id on shop.refund_payments (id);
create index refund_payments_by_order on shop.refund_payments (store_id, order_id, id desc);
create index refund_payments_by_payment on shop.refund_payments (store_id, payment_id);
create index refund_payments_unsettled on shop.refund_payments (updated_at) where state in ('pending', 'processing');

-- The built-in test provider's own records of refunds, with its response to each idempotency key.
create table shop.test_refunds (
  request_key text primary key,
  id text not null unique,
  payment_id text not null references shop.test_payments,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('pending', 'completed', 'failed')),
  created_at timestamptz not null default now()
);
create index test_refunds_by_payment on shop.test_refunds (payment_id);
