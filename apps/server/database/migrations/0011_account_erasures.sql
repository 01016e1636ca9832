-- Deleted accounts whose customers must still be found in each store. email: the verified address. Guests with this
-- address in deleted stores are the same person. after_store: the last store that was processed.
create table shop.account_erasures (
  user_id uuid primary key references shop.users,
  email text,
  asked_at timestamptz not null,
  continued_at timestamptz not null default now(),
  after_store uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index account_erasures_next on shop.account_erasures (continued_at, user_id);
