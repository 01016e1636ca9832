-- The locations where a store keeps stock. Every store has `main`, which receives opening stock and back-orders.
create table shop.locations (
  store_id uuid not null references shop.stores,
  id uuid not null,
  -- The permanent key in levels and the ledger. The name is only displayed.
  code text not null check (char_length(code) between 1 and 60),
  name text not null,
  -- Orders hold stock at the location with the lowest position first.
  position int not null default 0,
  -- Whether shoppers can buy from this location.
  is_active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (store_id, id),
  unique (store_id, code),
  check (code <> 'main' or (is_active and deleted_at is null))
);
create index locations_by_id on shop.locations (id);

-- on_hand: all units at the location. reserved: the units among them held for open orders.
create table shop.inventory_levels (
  store_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location text not null default 'main',
  on_hand int not null default 0,
  reserved int not null default 0 check (reserved >= 0),
  reorder_point int check (reorder_point >= 0),
  updated_at timestamptz not null default now(),
  -- The location's position; null: the location doesn't sell. Copied here so that placing an order doesn't read the locations.
  sell_rank int default 0,
  incoming int not null default 0 check (incoming >= 0),
  -- How many units may be sold beyond those on hand, and when they are expected.
  backorder_limit int not null default 0 check (backorder_limit between 0 and 1000000),
  backorder_on date,
  -- The lowest number that on_hand - reserved may reach, normally -backorder_limit. If the limit was lowered, this
  -- number may be below it while units sold under the old limit are owed.
  least_available int not null default 0 check (least_available <= 0),
  -- low_since: when the level fell to its reorder point or below. low_told_at: when the store was notified. A trigger
  -- sets low_since, and clears both when the level rises above the point.
  low_since timestamptz,
  low_told_at timestamptz,
  primary key (store_id, variant_id, location),
  foreign key (store_id, variant_id) references shop.variants,
  constraint inventory_levels_not_oversold check (on_hand - reserved >= least_available),
  check (location = 'main' or (backorder_limit = 0 and least_available = 0)),
  foreign key (store_id, location) references shop.locations (store_id, code)
) with (fillfactor = 70);
create index inventory_levels_low on shop.inventory_levels (store_id)
  where low_since is not null and low_told_at is null;

-- The ledger. A level's on_hand, reserved and incoming are the sums of its deltas.
create table shop.stock_movements (
  store_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  location text not null default 'main',
  kind text not null check (kind in ('adjust', 'hold', 'release', 'sale', 'return', 'transfer')),
  on_hand_delta int not null default 0,
  reserved_delta int not null default 0,
  reason text not null,
  order_id uuid,
  created_at timestamptz not null default now(),
  incoming_delta int not null default 0,
  note text,
  -- The transfer, count or shipment that caused the movement.
  cause_id uuid,
  primary key (store_id, id),
  foreign key (store_id, variant_id) references shop.variants
);
create index stock_movements_by_variant on shop.stock_movements (store_id, variant_id, id);
create index stock_movements_by_order on shop.stock_movements (store_id, order_id) where order_id is not null;

-- Transfers of units from one location to another. Units in transit count as incoming at the destination, and as on
-- hand at neither location.
create table shop.stock_transfers (
  store_id uuid not null references shop.stores,
  id uuid not null,
  from_location text not null,
  to_location text not null check (to_location <> from_location),
  state text not null default 'IN_TRANSIT' check (state in ('IN_TRANSIT', 'RECEIVED', 'CANCELLED')),
  note text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, from_location) references shop.locations (store_id, code),
  foreign key (store_id, to_location) references shop.locations (store_id, code)
);
create index stock_transfers_by_id on shop.stock_transfers (id);

create table shop.stock_transfer_lines (
  store_id uuid not null,
  transfer_id uuid not null,
  variant_id uuid not null,
  quantity int not null check (quantity > 0),
  received int not null default 0 check (received between 0 and quantity),
  primary key (store_id, transfer_id, variant_id),
  foreign key (store_id, transfer_id) references shop.stock_transfers,
  foreign key (store_id, variant_id) references shop.variants
);

-- Counts of the stock at a location. The differences are ledger movements.
create table shop.stock_counts (
  store_id uuid not null references shop.stores,
  id uuid not null,
  location text not null,
  note text,
  counted_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, location) references shop.locations (store_id, code)
);
create index stock_counts_by_id on shop.stock_counts (id);

create table shop.stock_count_lines (
  store_id uuid not null,
  count_id uuid not null,
  variant_id uuid not null,
  expected int not null,
  counted int not null check (counted >= 0),
  primary key (store_id, count_id, variant_id),
  foreign key (store_id, count_id) references shop.stock_counts,
  foreign key (store_id, variant_id) references shop.variants
);

-- Variants that may have come into stock or sold out since products.in_stock was last set. Orders add rows here because
-- they must not lock the product. Until the worker sets in_stock, readers check the levels of these variants' products.
create table shop.stock_turns (
  store_id uuid not null,
  id bigint not null generated always as identity,
  variant_id uuid not null,
  primary key (store_id, id)
);
create index stock_turns_by_age on shop.stock_turns (id);
