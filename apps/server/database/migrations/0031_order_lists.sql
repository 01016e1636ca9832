-- Columns that order lists filter and search by.
alter table shop.orders
  -- Same rules as orderStatus in packages/commerce.
  add column status text not null generated always as (case
    when payment_state = 'refunded' then 'REFUNDED'
    when cancelled_at is not null then 'CANCELLED'
    when payment_state <> 'completed' then 'PENDING'
    when completed_at is not null then 'COMPLETED'
    when fulfillment_state in ('fulfilled', 'delivered') then 'FULFILLED'
    else 'PAID' end) stored;
drop index shop.orders_newest;
create index orders_newest on shop.orders (store_id, created_at desc, id desc);
create index orders_by_status on shop.orders (store_id, status, created_at desc, id desc) where deleted_at is null;
-- Indexes the rare states. Common ones are found among the newest orders.
create index orders_by_payment_state on shop.orders (store_id, payment_state, created_at desc, id desc)
  where payment_state in ('processing', 'failed', 'refunded');
create index orders_by_fulfillment on shop.orders (store_id, fulfillment_state, created_at desc, id desc)
  where fulfillment_state <> 'unfulfilled';
create index orders_by_return on shop.orders (store_id, return_state, created_at desc, id desc) where return_state <> 'none';
create index orders_by_tag on shop.orders using gin (tags) where tags <> '{}';
-- The new index also finds prefixes, in any collation.
drop index shop.orders_by_email;
create index orders_by_email on shop.orders (store_id, lower(email) text_pattern_ops);
alter table shop.orders drop constraint orders_store_id_order_number_key;
create unique index orders_by_number on shop.orders (store_id, order_number text_pattern_ops);
