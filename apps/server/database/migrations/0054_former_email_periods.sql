-- Since when the customer had each of former_emails and has the present one (null: from the beginning), because earlier
-- data with such an address is another person's. Only an account proves that an address is its owner's.
alter table shop.customers add column former_emails_since timestamptz[] not null default '{}',
  add column email_since timestamptz;
update shop.customers
  set former_emails_since = array_fill(case when user_id is null then created_at else '-infinity' end, array[cardinality(former_emails)])
  where former_emails <> '{}';
alter table shop.customers add constraint customers_former_emails_since
  check (cardinality(former_emails_since) = cardinality(former_emails));
