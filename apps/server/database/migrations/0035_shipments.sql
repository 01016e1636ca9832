-- Parcels of orders, and pickups that were handed over. PENDING: the parcel is being packed; its units no longer count
-- as to be shipped. Canceling it deletes the row, and its units must be shipped again.
create table shop.shipments (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  status text not null check (status in ('PENDING', 'SHIPPED', 'DELIVERED', 'RETURNED')),
  carrier text,
  tracking_number text,
  -- The URL that staff entered. Without it, a known carrier's tracking page is built from the tracking number.
  tracking_url text,
  shipped_at timestamptz,
  delivered_at timestamptz,
  returned_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, order_id, id),
  foreign key (store_id, order_id) references shop.orders,
  constraint shipments_shipped check ((shipped_at is null) = (status = 'PENDING')),
  -- A returned shipment may have been delivered before.
  constraint shipments_delivered check (status = 'RETURNED' or (delivered_at is not null) = (status = 'DELIVERED')),
  constraint shipments_returned check ((returned_at is not null) = (status = 'RETURNED'))
);

create index shipments_by_id on shop.shipments (id);

-- The units in a shipment, by the location that ships them.
create table shop.shipment_lines (
  store_id uuid not null,
  order_id uuid not null,
  shipment_id uuid not null,
  order_item_id uuid not null,
  location text not null,
  quantity int not null check (quantity > 0),
  primary key (store_id, shipment_id, order_item_id, location),
  foreign key (store_id, order_id, shipment_id) references shop.shipments (store_id, order_id, id),
  foreign key (store_id, order_item_id) references shop.order_items,
  foreign key (store_id, location) references shop.locations (store_id, code)
);
create index shipment_lines_by_order on shop.shipment_lines (store_id, order_id, order_item_id);

-- When the order will become complete, if nothing changes before then.
alter table shop.orders add column completes_at timestamptz;
create index orders_to_complete on shop.orders (completes_at, id) where completes_at is not null;
-- Orders that are not completely packed.
create index orders_to_ship on shop.orders (store_id, id)
  where payment_state = 'completed' and cancelled_at is null and fulfillment_state in ('unfulfilled', 'partial');
alter table shop.orders add constraint orders_completes check (completes_at is null or completed_at is null);
