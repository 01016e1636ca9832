-- The version of the order's links. Staff revoke all links by increasing it, which replaces their key.
alter table shop.orders add column link_version int not null default 1 check (link_version > 0);
