-- Tables of the whole platform (stores, domains, users, sessions, refresh_tokens) and who may do what in a store.
create table shop.stores (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  tagline text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null default 'en-US',
  country text not null check (country ~ '^[A-Z]{2}$'),
  time_zone text not null default 'UTC',
  environment text not null default 'TEST' check (environment in ('TEST', 'LIVE')),
  tax_basis_points int not null default 800 check (tax_basis_points between 0 and 10000),
  return_days int not null default 30 check (return_days >= 0),
  theme jsonb not null default '{}',
  contact jsonb not null,
  navigation jsonb not null default '[]',
  home jsonb not null,
  help jsonb not null,
  social_image text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table shop.domains (
  id uuid primary key,
  store_id uuid not null references shop.stores,
  host text not null unique check (host = lower(host)),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'VERIFYING', 'FAILED')),
  is_primary boolean not null default false,
  created_at timestamptz not null default now()
);
create index domains_by_store on shop.domains (store_id);
create unique index domains_one_primary on shop.domains (store_id) where is_primary;

create table shop.users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  is_platform_admin boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_by_email on shop.users (lower(email)) where deleted_at is null;

create table shop.sessions (
  id uuid primary key,
  user_id uuid not null references shop.users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on shop.sessions (user_id);

-- Only hashes; a token's successor is derived from it, so a replay within seconds gets the same one.
create table shop.refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references shop.sessions on delete cascade,
  created_at timestamptz not null default now(),
  rotated_at timestamptz
);
create index refresh_tokens_by_session on shop.refresh_tokens (session_id);

grant select, insert, update on shop.stores, shop.domains, shop.users, shop.sessions, shop.refresh_tokens to {{app}}, {{worker}};
grant select on shop.stores, shop.domains, shop.users, shop.sessions to {{doors}};

create table shop.roles (
  store_id uuid not null references shop.stores,
  id uuid not null,
  type text not null check (type in ('ADMIN', 'MANAGER', 'STAFF', 'CUSTOMER')),
  name text not null,
  permissions text[] not null,
  is_built_in boolean not null default false,
  primary key (store_id, id),
  unique (store_id, name)
);
create index roles_by_id on shop.roles (id);
call shop.protect('shop.roles', 'staff');

create table shop.role_assignments (
  store_id uuid not null,
  user_id uuid not null references shop.users,
  role_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (store_id, user_id, role_id),
  foreign key (store_id, role_id) references shop.roles
);
create index role_assignments_by_user on shop.role_assignments (user_id, store_id);
call shop.protect('shop.role_assignments', 'staff');

-- Written by the system alone, never changed: who did what to which thing, before and after, without secrets.
create table shop.audit_entries (
  store_id uuid not null references shop.stores,
  id uuid not null,
  actor_kind text not null check (actor_kind in ('user', 'order', 'shopper', 'system')),
  actor_id uuid,
  action text not null check (action in ('OTHER', 'CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT')),
  entity_type text not null,
  entity_id uuid,
  before jsonb,
  after jsonb,
  trace_id text,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index audit_entries_by_entity on shop.audit_entries (store_id, entity_type, entity_id, id desc);
call shop.protect('shop.audit_entries', 'append');
revoke update, delete on shop.audit_entries from {{app}}, {{worker}};

-- What has happened and still has to be told (mail, caches): written with the change, swept by the worker.
create table shop.outbox (
  store_id uuid not null references shop.stores,
  id uuid not null,
  topic text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  done_at timestamptz,
  primary key (store_id, id)
);
create index outbox_due on shop.outbox (run_at) where done_at is null;
call shop.protect('shop.outbox', 'append');
grant update on shop.outbox to {{doors}};

-- Inserted first in a verb's transaction, so that a twin of the request waits on it.
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
call shop.protect('shop.idempotency_keys', 'open');
grant delete on shop.idempotency_keys to {{doors}};

-- Calls counted by window for all processes together; not worth surviving a crash.
create unlogged table shop.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  calls int not null,
  primary key (bucket, window_start)
);
grant select, insert, update, delete on shop.rate_limits to {{app}}, {{worker}};
grant select, delete on shop.rate_limits to {{doors}};

create table shop.subscriptions (
  store_id uuid not null references shop.stores,
  id uuid not null,
  email text not null,
  source text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (store_id, id)
);
create unique index subscriptions_by_email on shop.subscriptions (store_id, lower(email), source);
create index subscriptions_by_token on shop.subscriptions (store_id, token_hash);
call shop.protect('shop.subscriptions', 'open');

create table shop.event_counts (
  store_id uuid not null references shop.stores,
  hour timestamptz not null,
  event text not null,
  product_id uuid not null default '00000000-0000-0000-0000-000000000000',
  count bigint not null,
  value_sum numeric not null,
  primary key (store_id, hour, event, product_id)
);
call shop.protect('shop.event_counts', 'open');
