-- When the customer stopped using each of former_emails. Data added later with the same email belongs to another
-- person. The times of earlier changes are unknown, so they are set to now.
alter table shop.customers add column former_emails_until timestamptz[] not null default '{}';
update shop.customers set former_emails_until = array_fill(now(), array[cardinality(former_emails)]) where former_emails <> '{}';
alter table shop.customers add constraint customers_former_emails_until
  check (cardinality(former_emails_until) = cardinality(former_emails));
