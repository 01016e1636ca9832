-- Who placed the order, as hashes of the caller's address and of the network around it that are the same at all stores: what
-- a caller makes stores mail is counted over all of them.
alter table shop.orders add mail_callers text[] not null default '{}';
