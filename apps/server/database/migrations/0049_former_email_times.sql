-- Until when the customer had each of former_emails. Later data with such an address is another person's. For earlier changes the
-- time is not known.
alter table shop.customers add column former_emails_until timestamptz[] not null default '{}';
update shop.customers set former_emails_until = array_fill(now(), array[cardinality(former_emails)]) where former_emails <> '{}';
alter table shop.customers add constraint customers_former_emails_until
  check (cardinality(former_emails_until) = cardinality(former_emails));
