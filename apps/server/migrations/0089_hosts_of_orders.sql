-- The host the shopper ordered at, so that mails lead back there; believed only while it is one of the store's.
alter table shop.orders add column host text check (length(host) <= 253);
