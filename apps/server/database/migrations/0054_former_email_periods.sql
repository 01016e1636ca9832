-- When the customer started using each of former_emails and the current email (null: from the beginning). Earlier data with
-- such an address belongs to another person. Customers with an account count as owners of their addresses from the beginning.
alter table shop.customers add column former_emails_since timestamptz[] not null default '{}',
  add column email_since timestamptz;
update shop.customers
  set former_emails_since = array_fill(case when user_id is null then created_at else '-infinity' end, array[cardinality(former_emails)])
  where former_emails <> '{}';
alter table shop.customers add constraint customers_former_emails_since
  check (cardinality(former_emails_since) = cardinality(former_emails));
