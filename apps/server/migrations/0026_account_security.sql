-- What a person may know of their sessions, whose address is proven, and the second step of signing in.

create index users_email_search on shop.users using gin (lower(email) public.gin_trgm_ops) where deleted_at is null;
create index users_newest on shop.users (id desc) where deleted_at is null;

-- user_agent: browser and system in words. address: the network it was opened from, not the address itself.
alter table shop.sessions add column last_used_at timestamptz not null default now(),
  add column user_agent text, add column address text;
update shop.sessions set last_used_at = created_at;

-- secret is sealed under the server's key. last_step: the newest time step whose code was used, so that none is used twice.
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
grant select, insert, update, delete on shop.second_factors, shop.recovery_codes to {{app}}, {{worker}};
