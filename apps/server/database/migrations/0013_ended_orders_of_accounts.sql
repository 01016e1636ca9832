-- Counts the account's orders that ended unpaid, once its address or network has too many of them.
create index orders_ended_by_account on shop.orders (store_id, placed_by, cancelled_at)
  where placed_by is not null and paid_at is null and cancelled_at is not null;
