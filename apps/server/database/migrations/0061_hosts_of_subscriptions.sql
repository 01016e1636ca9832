-- The host where the subscription was requested. Mails link to it as long as it belongs to the store.
alter table shop.subscriptions add column host text check (length(host) <= 253);
