-- For counting an account's orders that were canceled or expired unpaid, once the caller's IP address or network has
-- too many such orders.
create index orders_ended_by_account on shop.orders (store_id, placed_by, cancelled_at)
  where placed_by is not null and paid_at is null and cancelled_at is not null;
