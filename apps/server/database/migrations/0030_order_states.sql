-- Separate payment, fulfillment and return states of an order, and its history.
alter table shop.orders rename column fulfilment_state to fulfillment_state;
alter table shop.orders
  drop constraint orders_fulfilment_state_check,
  add column return_state text not null default 'none' check (return_state in ('none', 'requested', 'partial', 'returned')),
  add column delivered_at timestamptz,
  -- When the order was completed, some days after delivery.
  add column completed_at timestamptz,
  -- The total paid, and the total refunded, including refunds in progress.
  add column paid_minor bigint not null default 0 check (paid_minor >= 0),
  add column refunded_minor bigint not null default 0 check (refunded_minor between 0 and paid_minor),
  add column tags text[] not null default '{}',
  add column version int not null default 1;
update shop.orders set fulfillment_state = 'delivered', delivered_at = updated_at, completed_at = updated_at
  where fulfillment_state = 'completed';
update shop.orders o set paid_minor = o.total_minor,
    refunded_minor = case when o.payment_state = 'refunded' then o.total_minor else 0 end
  where o.paid_at is not null;
alter table shop.orders
  add constraint orders_fulfillment_state_check check (fulfillment_state in ('unfulfilled', 'partial', 'fulfilled', 'delivered')),
  add constraint orders_delivered check ((delivered_at is not null) = (fulfillment_state = 'delivered')),
  add constraint orders_completed check (completed_at is null or paid_at is not null);

alter table shop.order_items
  -- Units in shipments, and units that were returned.
  add column fulfilled_quantity int not null default 0,
  add column returned_quantity int not null default 0,
  -- Refunded units and money, including refunds in progress.
  add column refunded_quantity int not null default 0,
  add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  add check (fulfilled_quantity between 0 and quantity),
  add check (returned_quantity between 0 and fulfilled_quantity),
  add check (refunded_quantity between 0 and quantity);

-- The events after an order was placed, with their actor and reason. Payments are in their own table.
create table shop.order_events (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  actor_kind text not null,
  actor_id uuid,
  -- Text written by a person: a note, or the reason for a change.
  text text,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references shop.orders
);
create index order_events_by_order on shop.order_events (store_id, order_id, id);
