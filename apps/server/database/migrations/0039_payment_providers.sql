-- Settings of payment providers, and what their gateways need to know of payments and refunds.
update shop.payment_providers set client_id = 'test' where client_id is null;
alter table shop.payment_providers
  alter column client_id set default 'test',
  alter column client_id set not null,
  -- Whether the provider sends its events to this server, as it said when the settings were last checked.
  add column webhook_state text not null default 'UNKNOWN'
    check (webhook_state in ('REGISTERED', 'MISSING', 'NOT_NEEDED', 'UNKNOWN')),
  -- What Apple reads at the store's hosts before it allows Apple Pay there.
  add column apple_pay_domain_file text,
  add column created_at timestamptz not null default now(),
  add column version int not null default 1;
create index payment_providers_by_id on shop.payment_providers (id);

-- Apart from the providers, which every shopper may read.
create table shop.payment_credentials (
  store_id uuid not null,
  provider_id uuid not null,
  -- The names of the values, which staff may see.
  names text[] not null,
  -- The values, encrypted with a key outside of the database.
  sealed bytea not null,
  primary key (store_id, provider_id),
  foreign key (store_id, provider_id) references shop.payment_providers on delete cascade
);

alter table shop.payments
  -- The provider's id of the capture, where that is not the payment's.
  add column capture_id text,
  -- Where a provider that leaves the page sends the shopper back to.
  add column return_url text,
  -- Where the shopper approves the payment, if the provider has a page of its own.
  add column redirect_url text,
  -- How often the provider didn't cancel it when its order expired, and when it is asked again.
  add column cancel_attempts int not null default 0,
  add column cancel_after timestamptz;
create index payments_by_id_at_provider on shop.payments (provider, provider_id) where provider_id is not null;
create index payments_open on shop.payments (store_id, provider, environment) where state in ('created', 'processing', 'failed');
create index payments_by_capture on shop.payments (provider, capture_id) where capture_id is not null;

-- When the provider was first asked to make the refund: it forgets the idempotency key after a while.
alter table shop.refund_payments add column requested_at timestamptz;
update shop.refund_payments set requested_at = created_at where attempts > 0;

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

-- The reconciliation desk: what the providers report about money, compared daily with our payments, refunds and disputes.

alter table shop.payments
  -- When the money was taken, as we learned it.
  add column captured_at timestamptz,
  -- What the provider kept and what it credited, in the currency of its balance, and what it was paid out with.
  add column fee_minor bigint,
  add column net_minor bigint,
  add column balance_currency text,
  add column payout_id text check (length(payout_id) <= 100);
update shop.payments set captured_at = updated_at where state in ('completed', 'refunded');
create index payments_captured on shop.payments (store_id, provider, environment, captured_at) where captured_at is not null;
-- The lists of a store's payments and refunds.
create index payments_newest on shop.payments (store_id, created_at desc, id desc);
create index refund_payments_newest on shop.refund_payments (store_id, created_at desc, id desc);
create index refunds_newest on shop.refunds (store_id, created_at desc, id desc);
create index refund_payments_at_provider on shop.refund_payments (store_id, provider_refund_id) where provider_refund_id is not null;
create index refund_payments_completed on shop.refund_payments (store_id, updated_at) where state = 'completed';

-- Where the reconciliation of an account at a provider stands.
create table shop.reconciliations (
  store_id uuid not null,
  -- shop.payment_providers.id
  account_id uuid not null,
  -- Up to when the provider's report was read.
  read_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Why the last run didn't finish, in words of ours.
  error text check (length(error) <= 500),
  -- When the next run is due, also after one that failed.
  due_at timestamptz not null,
  primary key (store_id, account_id),
  foreign key (store_id, account_id) references shop.payment_providers on delete cascade
);
create index reconciliations_due on shop.reconciliations (due_at);

-- What moved money at a provider, as its report has it. Amounts are minor units.
create table shop.provider_movements (
  store_id uuid not null references shop.stores,
  account_id uuid not null,
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE')),
  environment text not null check (environment in ('TEST', 'LIVE')),
  kind text not null check (kind in ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'fee', 'payout',
    'payout_reversal', 'other')),
  -- The provider's id of the movement, and of the refund, dispute, payout or capture behind it.
  id text not null check (length(id) between 1 and 100),
  object_id text not null check (length(object_id) between 1 and 100),
  -- The provider's ids of the payment that it is about.
  provider_ids text[] not null check (cardinality(provider_ids) <= 4),
  -- What we gave the provider: the id of the order, or of a part of a refund.
  reference_id uuid,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- In the currency of the balance; null: the provider doesn't say.
  fee_minor bigint,
  net_minor bigint,
  balance_currency text,
  payout_id text check (length(payout_id) <= 100),
  at timestamptz not null,
  -- Ours; null: not found.
  payment_id uuid,
  refund_payment_id uuid,
  -- It belongs to another store that shares the account.
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

-- What a provider and we say differently.
create table shop.reconciliation_differences (
  store_id uuid not null references shop.stores,
  id uuid not null,
  account_id uuid not null,
  provider text not null check (provider in ('STRIPE', 'PAYPAL', 'MOLLIE')),
  environment text not null check (environment in ('TEST', 'LIVE')),
  kind text not null check (kind in ('ORPHAN_CAPTURE', 'DUPLICATE_CAPTURE', 'MISSING_CAPTURE', 'CAPTURE_AMOUNT', 'ORPHAN_REFUND',
    'DUPLICATE_REFUND', 'MISSING_REFUND', 'REFUND_AMOUNT', 'REFUND_REVERSED', 'ORPHAN_DISPUTE', 'MISSING_DISPUTE',
    'DISPUTE_AMOUNT', 'FEE_AMOUNT', 'PAYOUT_AMOUNT', 'PAYOUT_FAILED')),
  -- What it is about, once for each kind: the provider's id, or ours where the provider has none.
  subject text not null check (length(subject) between 1 and 100),
  order_id uuid,
  payment_id uuid,
  -- By us and by the provider; null: there is nothing.
  expected_minor bigint,
  reported_minor bigint,
  currency text not null,
  -- When it happened, at the provider if it knows of it.
  at timestamptz not null,
  -- RESOLVED: a later run didn't find it any more. SETTLED: staff have dealt with it.
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

-- Whether a store has sold for real money: payments that its staff recorded say nothing of it (door.mail_facts).
create index payments_of_providers on shop.payments (store_id)
  where provider is not null and environment = 'LIVE' and state = 'completed';
