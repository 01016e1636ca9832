create table shop.users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  is_platform_admin boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  email_verified_at timestamptz default now()
);
create unique index users_by_email on shop.users (lower(email)) where deleted_at is null;
create index users_email_search on shop.users using gin (lower(email) public.gin_trgm_ops) where deleted_at is null;
create index users_newest on shop.users (id desc) where deleted_at is null;

create table shop.sessions (
  id uuid primary key,
  user_id uuid not null references shop.users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- user_agent: the names of the browser and the operating system. address: the network from which the session was opened.
  last_used_at timestamptz not null default now(),
  user_agent text,
  address text,
  -- The store on whose own host the user signed in; null: the platform's host.
  opened_at_store uuid references shop.stores,
  -- When the user last entered the password in this session. Irreversible calls require a recent entry.
  proven_at timestamptz
);
create index sessions_by_user on shop.sessions (user_id);
create index sessions_by_end on shop.sessions (expires_at);

-- Only hashes are stored. Each token is derived from the one before, so that a retry within seconds gets the same new
-- token.
create table shop.refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references shop.sessions on delete cascade,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  -- The network and device that rotated the token, hashed with the token itself. A retry after a lost response or from a
  -- second tab matches both. A stolen token used elsewhere doesn't.
  rotated_network bytea check (octet_length(rotated_network) = 32),
  rotated_device bytea check (octet_length(rotated_device) = 32)
);
create index refresh_tokens_by_session on shop.refresh_tokens (session_id);

-- secret is encrypted with the server's key. last_step: the newest time step whose code was used. No code is accepted twice.
create table shop.second_factors (
  user_id uuid primary key references shop.users,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

create table shop.recovery_codes (
  user_id uuid not null references shop.users,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table shop.roles (
  store_id uuid not null references shop.stores,
  id uuid not null,
  type text not null check (type in ('ADMIN', 'MANAGER', 'STAFF', 'CUSTOMER')),
  name text not null,
  permissions text[] not null,
  is_built_in boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  check (char_length(name) between 1 and 100),
  check (type <> 'CUSTOMER' or permissions = '{}')
);
create index roles_by_id on shop.roles (id);
create unique index roles_by_name on shop.roles (store_id, lower(name));

create table shop.role_assignments (
  store_id uuid not null,
  user_id uuid not null references shop.users,
  role_id uuid not null,
  created_at timestamptz not null default now(),
  -- False until the user accepts a role that staff assigned. Until then, no emails to the account use the store's name.
  joined boolean not null default true,
  primary key (store_id, user_id, role_id),
  foreign key (store_id, role_id) references shop.roles
);
create index role_assignments_by_user on shop.role_assignments (user_id, store_id);
create index role_assignments_by_role on shop.role_assignments (store_id, role_id);

-- Staff invitations. The one-time token in the mail is a row of mailed_tokens. No secrets are stored here.
create table shop.invitations (
  store_id uuid not null references shop.stores,
  id uuid not null,
  email text not null check (email = lower(email)),
  -- Null after the role was removed.
  role_id uuid,
  role_name text not null,
  invited_by uuid not null references shop.users,
  token_id uuid not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references shop.users,
  withdrawn_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, role_id) references shop.roles on delete set null (role_id),
  check (accepted_at is null or withdrawn_at is null),
  check ((accepted_at is null) = (accepted_by is null))
);
create unique index invitations_open on shop.invitations (store_id, email) where accepted_at is null and withdrawn_at is null;
create unique index invitations_by_token on shop.invitations (token_id);
create index invitations_by_role on shop.invitations (store_id, role_id) where role_id is not null;
create index invitations_by_inviter on shop.invitations (invited_by) where accepted_at is null and withdrawn_at is null;
create index invitations_by_email on shop.invitations (email);
create index invitations_by_acceptor on shop.invitations (accepted_by) where accepted_by is not null;

-- API keys. Their programs act for one store with some of its permissions, never as a person. Only hashes are stored.
create table shop.api_keys (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  last_four text not null check (char_length(last_four) = 4),
  permissions text[] not null check (cardinality(permissions) > 0 and not permissions && '{OWNER,MANAGE_ROLES,MANAGE_STAFF}'),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'REVOKED')),
  expires_at timestamptz,
  last_used_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The users who created the key or extended its permissions. When one of them loses a permission that the key has, the
  -- key becomes inactive.
  granted_by uuid[] not null default '{}',
  primary key (store_id, id)
);
create index api_keys_by_id on shop.api_keys (id);
create index api_keys_by_grantor on shop.api_keys using gin (granted_by) where status = 'ACTIVE';

-- One-time tokens sent by mail. A token is the row's id and an HMAC of it, so no secrets are stored here. The table belongs
-- to no store. Only functions of the schema door read and write it.
create table shop.mailed_tokens (
  id uuid primary key,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'invitation')),
  user_id uuid references shop.users,
  -- The store in whose name the mail is sent.
  store_id uuid references shop.stores,
  -- The recipient. Using the link proves that the address is the user's.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- At most one open token per purpose and user, or per purpose, store and address.
create unique index mailed_tokens_open_user on shop.mailed_tokens (purpose, user_id)
  where user_id is not null and used_at is null;
create unique index mailed_tokens_open_email on shop.mailed_tokens (purpose, store_id, lower(email)) nulls not distinct
  where user_id is null and used_at is null;
create index mailed_tokens_by_user on shop.mailed_tokens (user_id) where user_id is not null;
create index mailed_tokens_by_store on shop.mailed_tokens (store_id) where store_id is not null;
create index mailed_tokens_by_end on shop.mailed_tokens (expires_at);

-- The buyers of a store. user_id: the account that may sign in as this customer.
create table shop.customers (
  store_id uuid not null references shop.stores,
  id uuid not null,
  user_id uuid references shop.users,
  email text,
  name text not null default '',
  phone text,
  -- Staff's note about the customer, who sees it only in an export of their data.
  note text,
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  -- Totals of the orders that count (door.does_order_count). A trigger updates them (door.count_order).
  order_count int not null default 0 check (order_count >= 0),
  spent_minor bigint not null default 0 check (spent_minor >= 0),
  last_order_at timestamptz,
  -- When a checkout last looked for a guest with this email.
  guest_asked_at timestamptz,
  -- The customer's earlier email addresses, by which an erasure finds the customer's data.
  former_emails text[] not null default '{}',
  primary key (store_id, id),
  check ((erased_at is null) = (email is not null)),
  check (erased_at is null or (user_id is null and name = '' and phone is null and note is null and tags = '{}')),
  check (erased_at is null or former_emails = '{}')
);
create index customers_by_id on shop.customers (id);
create index customers_newest on shop.customers (store_id, id desc) where erased_at is null;
create index customers_by_email on shop.customers (store_id, lower(email) text_pattern_ops) where erased_at is null;
create unique index customers_by_user on shop.customers (store_id, user_id) where user_id is not null;
create index customers_of_user on shop.customers (user_id) where user_id is not null;
create unique index customers_guests on shop.customers (store_id, lower(email)) where erased_at is null and user_id is null;
create index customers_by_name on shop.customers (store_id, lower(name) text_pattern_ops) where erased_at is null;
create index customers_by_last_name on shop.customers (store_id, lower(substring(name from '[^ ]+$')) text_pattern_ops)
  where erased_at is null;
create index customers_by_phone on shop.customers (store_id, regexp_replace(phone, '[^0-9]', '', 'g') text_pattern_ops)
  where erased_at is null and phone is not null;
create index customers_by_spent on shop.customers (store_id, spent_minor desc, id desc) where erased_at is null;
create index customers_by_last_order on shop.customers (store_id, coalesce(last_order_at, '-infinity'::timestamptz) desc, id desc)
  where erased_at is null;

create table shop.customer_addresses (
  store_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  type text not null check (type in ('SHIPPING', 'BILLING')),
  is_default boolean not null default false,
  name text not null,
  address text not null,
  address2 text,
  city text not null,
  region text,
  postal_code text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  phone text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, customer_id) references shop.customers
);
create index customer_addresses_by_id on shop.customer_addresses (id);
create index customer_addresses_by_customer on shop.customer_addresses (store_id, customer_id, type, id);
create unique index customer_addresses_one_default on shop.customer_addresses (store_id, customer_id, type) where is_default;

-- Who changed what. before and after contain values or the names of changed fields, but no secrets.
create table shop.audit_entries (
  store_id uuid not null references shop.stores,
  id uuid not null,
  actor_kind text not null check (actor_kind in ('user', 'api-key', 'customer', 'order', 'shopper', 'system')),
  actor_id uuid,
  action text not null check (action in ('OTHER', 'CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT')),
  entity_type text not null,
  entity_id uuid,
  before jsonb,
  after jsonb,
  trace_id text,
  created_at timestamptz not null default now(),
  -- MANUAL: the entry was added by hand.
  origin text not null default 'SYSTEM' check (origin in ('SYSTEM', 'MANUAL')),
  primary key (store_id, id)
);
create index audit_entries_by_entity on shop.audit_entries (store_id, entity_id, created_at desc, id desc);
create index audit_entries_newest on shop.audit_entries (store_id, created_at desc, id desc);
create index audit_entries_by_user on shop.audit_entries (actor_id) where actor_kind = 'user' and origin = 'SYSTEM';

-- The audit log of accounts, which belong to no store.
create table shop.account_entries (
  id uuid primary key,
  -- user_id: the account concerned. actor_id: the user who acted; null: the system.
  user_id uuid not null references shop.users,
  actor_id uuid,
  action text not null check (action in ('OTHER', 'CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT')),
  entity_type text not null,
  entity_id uuid,
  before jsonb,
  after jsonb,
  trace_id text,
  created_at timestamptz not null default now()
);
create index account_entries_by_user on shop.account_entries (user_id, created_at desc);
