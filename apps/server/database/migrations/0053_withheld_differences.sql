-- What the order's changes would have refunded if lost disputes had not already taken the money. If a loss is reversed,
-- this amount is refunded.
alter table shop.orders add column withheld_minor bigint not null default 0,
  add constraint orders_withheld check (withheld_minor >= 0);
