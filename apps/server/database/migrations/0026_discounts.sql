-- Further properties of discounts.
alter table shop.discounts
  alter column code drop not null,
  -- The name that shoppers see for an automatic discount.
  add column title text not null default '',
  -- All products, if products and collections are both empty.
  add column products uuid[] not null default '{}',
  add column collections uuid[] not null default '{}',
  add column excluded_products uuid[] not null default '{}',
  add column excluded_collections uuid[] not null default '{}',
  add column excludes_sales boolean not null default false,
  add column tiers jsonb not null default '[]',
  -- Buy X, get Y; null: not such a discount.
  add column give jsonb,
  add column maximum_subtotal_minor int,
  add column minimum_quantity int check (minimum_quantity > 0),
  add column uses_per_customer int check (uses_per_customer > 0),
  add column customer_tags text[] not null default '{}',
  add column first_order_only boolean not null default false,
  add column priority int not null default 0,
  add column combines boolean not null default false,
  -- True: the discount's codes are rows of discount_codes, each for one order.
  add column has_unique_codes boolean not null default false,
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz,
  add constraint discounts_percent check (type <> 'PERCENTAGE' or value <= 10000),
  add constraint discounts_codes check (code is null or not has_unique_codes);
drop index shop.discounts_by_code;
create unique index discounts_by_code on shop.discounts (store_id, upper(code)) where deleted_at is null;
create index discounts_by_id on shop.discounts (id);
create index discounts_newest on shop.discounts (store_id, id desc) where deleted_at is null;
create index discounts_automatic on shop.discounts (store_id)
  where code is null and not has_unique_codes and is_active and deleted_at is null;

create table shop.discount_codes (
  store_id uuid not null,
  discount_id uuid not null,
  code text not null,
  -- The order that uses the code; null: unused.
  order_id uuid,
  created_at timestamptz not null default now(),
  primary key (store_id, discount_id, code),
  foreign key (store_id, discount_id) references shop.discounts
);
create unique index discount_codes_by_code on shop.discount_codes (store_id, upper(code));
create index discount_codes_by_order on shop.discount_codes (store_id, order_id) where order_id is not null;

-- The discounts an order uses. Removed when an unpaid order is canceled or expires, or a test order ends. discounts.used
-- counts them if there is a limit.
create table shop.discount_uses (
  store_id uuid not null,
  order_id uuid not null,
  discount_id uuid not null,
  code text,
  -- The amounts taken off the lines and off shipping.
  amount_minor bigint not null check (amount_minor >= 0),
  off_shipping_minor bigint not null default 0 check (off_shipping_minor >= 0),
  created_at timestamptz not null default now(),
  primary key (store_id, order_id, discount_id),
  foreign key (store_id, order_id) references shop.orders,
  foreign key (store_id, discount_id) references shop.discounts
);
create index discount_uses_by_discount on shop.discount_uses (store_id, discount_id);

insert into shop.discount_uses (store_id, order_id, discount_id, code, amount_minor, created_at)
  select o.store_id, o.id, o.discount_id, o.discount_code, o.discount_minor, o.created_at
  from shop.orders o join shop.discounts d on d.store_id = o.store_id and d.id = o.discount_id
  where o.cancelled_at is null and (o.payment_environment is distinct from 'TEST' or o.test_held_until is not null);

alter table shop.orders
  -- The steps of the calculation, in minor units; null: an order older than this column.
  add column price_trace jsonb,
  -- The tax that prices already include. tax_minor is the tax that is added on top.
  add column tax_included_minor bigint not null default 0 check (tax_included_minor >= 0),
  -- Shipping's part of the tax, whether included or added.
  add column shipping_tax_minor bigint not null default 0 check (shipping_tax_minor >= 0);
alter table shop.order_items
  add column tax_included_minor bigint not null default 0 check (tax_included_minor >= 0);
