-- Hashes of the caller's IP address and network that are the same at all stores. They limit the mails that one caller
-- causes across stores.
alter table shop.orders add mail_callers text[] not null default '{}';
