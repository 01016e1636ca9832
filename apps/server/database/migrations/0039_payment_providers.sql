-- Settings of payment providers, and the data their gateways store with payments and refunds.
update shop.payment_providers set client_id = 'test' where client_id is null;
alter table shop.payment_providers
  alter column client_id set default 'test',
  alter column client_id set not null,
  -- Whether the provider sends events to this server, as of the last check of the settings.
  add column webhook_state text not null default 'UNKNOWN'
    check (webhook_state in ('REGISTERED', 'MISSING', 'NOT_NEEDED', 'UNKNOWN')),
  -- The file that Apple reads at the store's hosts before it allows Apple Pay there.
  add column apple_pay_domain_file text,
  add column created_at timestamptz not null default now(),
  add column version int not null default 1;
create index payment_providers_by_id on shop.payment_providers (id);

-- In a separate table, because every shopper may read the providers.
create table shop.payment_credentials (
  store_id uuid not null,
  provider_id uuid not null,
  -- The names of the values. Staff may see them.
  names text[] not null,
  -- The values, encrypted with a key that is not in the database.
  sealed bytea not null,
  primary key (store_id, provider_id),
  foreign key (store_id, provider_id) references shop.payment_providers on delete cascade
);

alter table shop.payments
  -- The provider's id of the capture, if it differs from the payment's.
  add column capture_id text,
  -- Where the provider's own page sends the shopper back to.
  add column return_url text,
  -- The provider's own page where the shopper approves the payment, if it has one.
  add column redirect_url text,
  -- The number of failed cancellations at the provider after the order expired, and when the next one is due.
  add column cancel_attempts int not null default 0,
  add column cancel_after timestamptz;
create index payments_by_id_at_provider on shop.payments (provider, provider_id) where provider_id is not null;
create index payments_open on shop.payments (store_id, provider, environment) where state in ('created', 'processing', 'failed');
create index payments_by_capture on shop.payments (provider, capture_id) where capture_id is not null;

-- When the refund was first requested from the provider. The provider forgets the idempotency key after some time.
alter table shop.refund_payments add column requested_at timestamptz;
update shop.refund_payments set requested_at = created_at where attempts > 0;

-- Events that payment providers sent, each stored once, and entries that staff added. Stores only the ids in an event;
-- its content is requested from the provider when it is processed.
create table shop.webhook_events (
  store_id uuid not null references shop.stores,
  id uuid not null,
  origin text not null check (origin in ('SYSTEM', 'MANUAL')),
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE', 'OTHER')),
  environment text check (environment in ('TEST', 'LIVE')),
  -- The shop.payment_providers.id of the settings that received the event. These settings may have been deleted since.
  account_id uuid,
  event_id text not null check (length(event_id) between 1 and 100),
  type text not null check (length(type) between 1 and 100),
  -- The provider's ids of the objects in the event.
  object_ids text[] not null default '{}' check (cardinality(object_ids) <= 4),
  order_id uuid,
  payment_id uuid,
  status text not null check (status in ('RECEIVED', 'PROCESSED', 'FAILED')),
  -- Why it failed, in our own words.
  error text check (length(error) <= 500),
  -- The number of deliveries, and of requests to the provider about it.
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

-- Payments that buyers dispute with their bank or with the provider.
create table shop.disputes (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  provider_dispute_id text not null check (length(provider_dispute_id) between 1 and 100),
  state text not null check (state in ('open', 'won', 'lost')),
  -- The disputed amount, and the part of it that counts against the payment. The rest was already refunded.
  amount_minor bigint not null check (amount_minor > 0),
  counted_minor bigint not null default 0 check (counted_minor between 0 and amount_minor and (state <> 'won' or counted_minor = 0)),
  -- The provider's name for the reason.
  reason text check (length(reason) <= 100),
  -- The deadline for the store's response.
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
  -- The amount that open and lost disputes take from the payment.
  add column disputed_minor bigint not null default 0,
  add constraint payments_disputed check (disputed_minor >= 0 and refunded_minor + disputed_minor <= amount_minor);

alter table shop.orders
  add column dispute_state text not null default 'none' check (dispute_state in ('none', 'open', 'resolved')),
  -- The parts of the paid amount that disputes take: disputed_minor by open and lost ones, lost_minor by lost ones
  -- alone.
  add column disputed_minor bigint not null default 0,
  add column lost_minor bigint not null default 0,
  add constraint orders_disputed check (lost_minor >= 0 and lost_minor <= disputed_minor and refunded_minor + disputed_minor <= paid_minor);
create index orders_disputed on shop.orders (store_id) where dispute_state = 'open';

-- Reconciliation: the providers' reports of money movements are compared daily with our payments, refunds and disputes.

alter table shop.payments
  -- When this server recorded the capture.
  add column captured_at timestamptz,
  -- The provider's fee, the amount that it credited, the currency of both, and the payout that contains this amount.
  add column fee_minor bigint,
  add column net_minor bigint,
  add column balance_currency text,
  add column payout_id text check (length(payout_id) <= 100);
update shop.payments set captured_at = updated_at where state in ('completed', 'refunded');
create index payments_captured on shop.payments (store_id, provider, environment, captured_at) where captured_at is not null;
-- For the lists of a store's payments and refunds.
create index payments_newest on shop.payments (store_id, created_at desc, id desc);
create index refund_payments_newest on shop.refund_payments (store_id, created_at desc, id desc);
create index refunds_newest on shop.refunds (store_id, created_at desc, id desc);
-- For reconciliation.
create index refund_payments_at_provider on shop.refund_payments (store_id, provider_refund_id) where provider_refund_id is not null;
create index refund_payments_completed on shop.refund_payments (store_id, updated_at) where state = 'completed';

-- The progress of reconciling one account at a provider.
create table shop.reconciliations (
  store_id uuid not null,
  -- shop.payment_providers.id
  account_id uuid not null,
  -- The time up to which the provider's report was read.
  read_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Why the last run didn't finish, in our own words.
  error text check (length(error) <= 500),
  -- When the next run is due, including after a failure.
  due_at timestamptz not null,
  primary key (store_id, account_id),
  foreign key (store_id, account_id) references shop.payment_providers on delete cascade
);
create index reconciliations_due on shop.reconciliations (due_at);

-- Movements of money at a provider, from its report. Amounts are minor units.
create table shop.provider_movements (
  store_id uuid not null references shop.stores,
  account_id uuid not null,
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE')),
  environment text not null check (environment in ('TEST', 'LIVE')),
  kind text not null check (kind in ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'fee', 'payout',
    'payout_reversal', 'other')),
  -- The provider's ids of the movement and of the refund, dispute, payout or capture that caused it.
  id text not null check (length(id) between 1 and 100),
  object_id text not null check (length(object_id) between 1 and 100),
  -- The provider's ids of the payment.
  provider_ids text[] not null check (cardinality(provider_ids) <= 4),
  -- The reference that we gave the provider: the id of the order, or of a part of a refund.
  reference_id uuid,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- In the currency of the balance; null: not reported.
  fee_minor bigint,
  net_minor bigint,
  balance_currency text,
  payout_id text check (length(payout_id) <= 100),
  at timestamptz not null,
  -- The ids of our own rows; null: not found.
  payment_id uuid,
  refund_payment_id uuid,
  -- Whether it belongs to another store that shares the account.
  is_foreign boolean not null default false,
  primary key (store_id, account_id, kind, id),
  foreign key (store_id, payment_id) references shop.payments on delete set null (payment_id),
  foreign key (store_id, refund_payment_id) references shop.refund_payments on delete set null (refund_payment_id)
);
create index provider_movements_by_time on shop.provider_movements (store_id, account_id, at);
create index provider_movements_by_payment on shop.provider_movements (store_id, payment_id) where payment_id is not null;
create index provider_movements_by_refund on shop.provider_movements (store_id, refund_payment_id) where refund_payment_id is not null;
create index provider_movements_disputes on shop.provider_movements (store_id, account_id)
  where kind in ('dispute', 'dispute_reversal');
create index provider_movements_unmatched on shop.provider_movements (store_id, account_id, at) where payment_id is null and not is_foreign;
create index provider_movements_by_payout on shop.provider_movements (store_id, account_id, payout_id) where payout_id is not null;

-- Differences between a provider's report and our data.
create table shop.reconciliation_differences (
  store_id uuid not null references shop.stores,
  id uuid not null,
  account_id uuid not null,
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE')),
  environment text not null check (environment in ('TEST', 'LIVE')),
  kind text not null check (kind in ('ORPHAN_CAPTURE', 'DUPLICATE_CAPTURE', 'MISSING_CAPTURE', 'CAPTURE_AMOUNT', 'ORPHAN_REFUND',
    'DUPLICATE_REFUND', 'MISSING_REFUND', 'REFUND_AMOUNT', 'REFUND_REVERSED', 'ORPHAN_DISPUTE', 'MISSING_DISPUTE',
    'DISPUTE_AMOUNT', 'FEE_AMOUNT', 'PAYOUT_AMOUNT', 'PAYOUT_FAILED')),
  -- What the difference is about: the provider's id or, if it has none, our id. Each kind of difference has at most one
  -- row per subject.
  subject text not null check (length(subject) between 1 and 100),
  order_id uuid,
  payment_id uuid,
  -- Our amount and the provider's; null: none.
  expected_minor bigint,
  reported_minor bigint,
  currency text not null,
  -- When it happened: the provider's time, if it reported one.
  at timestamptz not null,
  -- RESOLVED: a later run no longer found it. SETTLED: staff have dealt with it.
  state text not null default 'OPEN' check (state in ('OPEN', 'RESOLVED', 'SETTLED')),
  found_at timestamptz not null,
  closed_at timestamptz,
  note text check (length(note) <= 1000),
  settled_by_kind text,
  settled_by uuid,
  version int not null default 1,
  primary key (store_id, id),
  unique (store_id, account_id, kind, subject),
  foreign key (store_id, order_id) references shop.orders on delete set null (order_id),
  foreign key (store_id, payment_id) references shop.payments on delete set null (payment_id),
  check ((state = 'OPEN') = (closed_at is null)),
  check ((state = 'SETTLED') = (settled_by_kind is not null))
);
create index reconciliation_differences_by_id on shop.reconciliation_differences (id);
create index reconciliation_differences_newest on shop.reconciliation_differences (store_id, found_at desc, id desc);
create index reconciliation_differences_open on shop.reconciliation_differences (store_id, account_id, at) where state = 'OPEN';
create index reconciliation_differences_by_order on shop.reconciliation_differences (store_id, order_id) where order_id is not null;
create index reconciliation_differences_by_payment on shop.reconciliation_differences (store_id, payment_id)
  where payment_id is not null;

-- Finds whether a store has sold for real money. Payments recorded by staff don't prove it (door.mail_facts).
create index payments_of_providers on shop.payments (store_id)
  where provider is not null and environment = 'LIVE' and state = 'completed';
