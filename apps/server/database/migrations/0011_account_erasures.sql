-- Deleted accounts whose customers in the stores are still to be found, store by store. email: the proven address, whose
-- guests in deleted stores are the person too. after_store: the stores up to this one are done.
create table shop.account_erasures (
  user_id uuid primary key references shop.users,
  email text,
  asked_at timestamptz not null,
  continued_at timestamptz not null default now(),
  after_store uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index account_erasures_next on shop.account_erasures (continued_at, user_id);
