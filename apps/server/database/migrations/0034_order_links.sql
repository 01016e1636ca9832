-- Increases when staff revoke an order's links, which replaces its key.
alter table shop.orders add column link_version int not null default 1 check (link_version > 0);
