-- A value that changes whenever a store's discounts change, but not when they are used. Servers compare it to check
-- their cache.
create table shop.discount_versions (
  store_id uuid primary key references shop.stores,
  version uuid not null default gen_random_uuid()
);
insert into shop.discount_versions (store_id) select distinct store_id from shop.discounts;
create index discounts_automatic_limited on shop.discounts (store_id)
  where code is null and not has_unique_codes and is_active and deleted_at is null and usage_limit is not null;

-- Drops the foreign key, because it would lock each of an order's up to fifty discounts once more. It isn't needed:
-- only door.use_discounts adds rows, while it locks the store's discounts, and discounts are never deleted.
alter table shop.discount_uses drop constraint discount_uses_store_id_discount_id_fkey;

-- Unique codes are created in the background, in batches. made counts the rows written so far.
create table shop.discount_code_batches (
  store_id uuid not null,
  id uuid not null,
  discount_id uuid not null,
  count int not null check (count > 0),
  prefix text not null default '',
  made int not null default 0 check (made between 0 and count),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  failure text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, discount_id) references shop.discounts
);
create index discount_code_batches_by_id on shop.discount_code_batches (id);
create index discount_code_batches_newest on shop.discount_code_batches (store_id, discount_id, id desc);
-- Null: the code was created before there were batches.
alter table shop.discount_codes add column batch_id uuid;
create index discount_codes_by_batch on shop.discount_codes (store_id, batch_id) where batch_id is not null;

-- Where orders picked up at the location are taxed.
alter table shop.locations
  -- Empty: the store's country.
  add column country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  add column region text not null default '',
  add column postal_code text not null default '';
