-- An erasure only marks documents, because rewriting large ones can exceed the statement timeout. Readers omit the
-- person's data at once, and a sweep clears the content later.
alter table shop.order_documents
  add column erased_at timestamptz,
  add column is_cleared boolean not null default false;
create index order_documents_to_clear on shop.order_documents (erased_at, id) where erased_at is not null and not is_cleared;

-- A failed erasure is due again later, so that it doesn't block others. attempts: the attempts since the last success.
alter table shop.account_erasures rename column continued_at to due_at;
alter table shop.account_erasures add column attempts int not null default 0;
alter table shop.stores
  add column erasure_attempts int not null default 0,
  add column erasure_due_at timestamptz;
