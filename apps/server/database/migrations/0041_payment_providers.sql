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
