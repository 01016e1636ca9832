-- Pieces on their way from one location to another. They are on hand at neither: incoming at the second.
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
call shop.protect('shop.stock_transfers', 'staff');
revoke delete on shop.stock_transfers from {{app}}, {{worker}};
call shop.name_kind('transfer', 'shop.stock_transfers');

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
call shop.protect('shop.stock_transfer_lines', 'staff');
revoke delete on shop.stock_transfer_lines from {{app}}, {{worker}};

-- What somebody counted at a location; the differences stand in the ledger.
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
call shop.protect('shop.stock_counts', 'staff');
revoke update, delete on shop.stock_counts from {{app}}, {{worker}};
call shop.name_kind('stock count', 'shop.stock_counts');

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
call shop.protect('shop.stock_count_lines', 'staff');
revoke update, delete on shop.stock_count_lines from {{app}}, {{worker}};

alter table shop.stock_movements
  drop constraint stock_movements_kind_check,
  add constraint stock_movements_kind_check check (kind in ('adjust', 'hold', 'release', 'sale', 'return', 'transfer')),
  -- The transfer or the count it belongs to.
  add column cause_id uuid;
