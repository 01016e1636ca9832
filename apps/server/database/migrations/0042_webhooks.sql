-- Events of payment providers whose signature was verified, once each, and entries that staff added. Only ids are kept of an event:
-- what it says is asked of the provider again.
create table shop.webhook_events (
  store_id uuid not null references shop.stores,
  id uuid not null,
  origin text not null check (origin in ('SYSTEM', 'MANUAL')),
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE', 'OTHER')),
  environment text check (environment in ('TEST', 'LIVE')),
  -- shop.payment_providers.id of the settings that verified it. They may have been deleted since.
  account_id uuid,
  event_id text not null check (length(event_id) between 1 and 100),
  type text not null check (length(type) between 1 and 100),
  -- The provider's ids of what the event is about.
  object_ids text[] not null default '{}' check (cardinality(object_ids) <= 4),
  order_id uuid,
  payment_id uuid,
  status text not null check (status in ('RECEIVED', 'PROCESSED', 'FAILED')),
  -- Why it failed, in words of ours.
  error text check (length(error) <= 500),
  -- How often it was delivered, and how often the provider was asked about it.
  deliveries int not null default 1,
  attempts int not null default 0,
  actor_kind text not null,
  actor_id uuid,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, order_id) references shop.orders on delete set null (order_id),
  foreign key (store_id, payment_id) references shop.payments on delete set null (payment_id),
  check ((origin = 'SYSTEM') = (account_id is not null))
);
create unique index webhook_events_once on shop.webhook_events (store_id, account_id, event_id) where origin = 'SYSTEM';
create index webhook_events_by_id on shop.webhook_events (id);
create index webhook_events_newest on shop.webhook_events (store_id, received_at desc, id desc);
create index webhook_events_by_order on shop.webhook_events (store_id, order_id, received_at desc, id desc) where order_id is not null;
create index webhook_events_by_payment on shop.webhook_events (store_id, payment_id, received_at desc, id desc) where payment_id is not null;
create index webhook_events_by_age on shop.webhook_events (received_at);

-- Payments that buyers dispute at their bank or at the provider.
create table shop.disputes (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  provider_dispute_id text not null check (length(provider_dispute_id) between 1 and 100),
  state text not null check (state in ('open', 'won', 'lost')),
  -- What the buyer wants back, and what of it can be of the payment: refunds may have returned the rest.
  amount_minor bigint not null check (amount_minor > 0),
  counted_minor bigint not null default 0 check (counted_minor between 0 and amount_minor and (state <> 'won' or counted_minor = 0)),
  -- As the provider names it.
  reason text check (length(reason) <= 100),
  -- Until when the store can answer.
  respond_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (store_id, id),
  unique (store_id, payment_id, provider_dispute_id),
  foreign key (store_id, order_id) references shop.orders,
  foreign key (store_id, payment_id) references shop.payments,
  check ((state = 'open') = (closed_at is null))
);
create index disputes_by_order on shop.disputes (store_id, order_id);

alter table shop.payments
  -- What open and lost disputes take of it.
  add column disputed_minor bigint not null default 0,
  add constraint payments_disputed check (disputed_minor >= 0 and refunded_minor + disputed_minor <= amount_minor);

alter table shop.orders
  add column dispute_state text not null default 'none' check (dispute_state in ('none', 'open', 'resolved')),
  -- What open and lost disputes take of what was paid, and lost ones alone.
  add column disputed_minor bigint not null default 0,
  add column lost_minor bigint not null default 0,
  add constraint orders_disputed check (lost_minor >= 0 and lost_minor <= disputed_minor and refunded_minor + disputed_minor <= paid_minor);
create index orders_disputed on shop.orders (store_id) where dispute_state = 'open';
