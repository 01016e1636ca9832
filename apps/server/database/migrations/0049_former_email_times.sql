-- Until when the customer had each of former_emails, because later data with such an address is another person's. When an
-- earlier change was made is not known, so its time is now.
alter table shop.customers add column former_emails_until timestamptz[] not null default '{}';
update shop.customers set former_emails_until = array_fill(now(), array[cardinality(former_emails)]) where former_emails <> '{}';
alter table shop.customers add constraint customers_former_emails_until
  check (cardinality(former_emails_until) = cardinality(former_emails));
