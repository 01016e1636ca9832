-- A change of a paid order that costs more: what is still to be paid for it, and until when its added units are held.
alter table shop.orders
  add column change_due_minor bigint not null default 0 check (change_due_minor >= 0),
  add column change_expires_at timestamptz,
  add constraint orders_change check ((change_due_minor > 0) = (change_expires_at is not null)
    and (change_due_minor = 0 or (paid_at is not null and cancelled_at is null)));
create index orders_with_expiring_changes on shop.orders (change_expires_at, id) where change_expires_at is not null;

-- What an order becomes once the change is paid. Deleted when it is paid, withdrawn or expired.
create table shop.order_changes (
  store_id uuid not null,
  order_id uuid not null,
  -- Lines, amounts and discounts after the change, and the units that it holds and removes.
  plan jsonb not null,
  -- Of a change of address; null: they stay.
  shipping_address jsonb,
  billing_address jsonb,
  reason text,
  created_at timestamptz not null default now(),
  primary key (store_id, order_id),
  foreign key (store_id, order_id) references shop.orders
);

-- A change of an order can remove a line. Only refunds that failed may have been for it.
alter table shop.refund_lines
  drop constraint refund_lines_store_id_order_item_id_fkey,
  add foreign key (store_id, order_item_id) references shop.order_items on delete cascade;
