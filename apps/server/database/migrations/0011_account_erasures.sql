-- Deleted accounts that must still be removed from each store: in open stores their customers become guests, in deleted
-- stores they are erased. email: the verified address; in deleted stores, guests with this address are erased too.
-- after_store: the last store that was processed.
create table shop.account_erasures (
  user_id uuid primary key references shop.users,
  email text,
  asked_at timestamptz not null,
  continued_at timestamptz not null default now(),
  after_store uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index account_erasures_next on shop.account_erasures (continued_at, user_id);
