-- How many of an account's orders ended unpaid is asked where those of its address are too many.
create index orders_ended_by_account on shop.orders (store_id, placed_by, cancelled_at)
  where placed_by is not null and paid_at is null and cancelled_at is not null;
