-- For a change of a paid order that costs more: the amount still due, and when the hold on its added units expires.
alter table shop.orders
  add column change_due_minor bigint not null default 0 check (change_due_minor >= 0),
  add column change_expires_at timestamptz,
  add constraint orders_change check ((change_due_minor > 0) = (change_expires_at is not null)
    and (change_due_minor = 0 or (paid_at is not null and cancelled_at is null)));
create index orders_with_expiring_changes on shop.orders (change_expires_at, id) where change_expires_at is not null;

-- The pending change of a paid order. Deleted when it is paid or withdrawn, or when it expires.
create table shop.order_changes (
  store_id uuid not null,
  order_id uuid not null,
  -- Lines, amounts and discounts after the change, and the units that it adds and removes.
  plan jsonb not null,
  -- The new addresses; null: unchanged.
  shipping_address jsonb,
  billing_address jsonb,
  reason text,
  created_at timestamptz not null default now(),
  primary key (store_id, order_id),
  foreign key (store_id, order_id) references shop.orders
);

-- A change can remove an order line whose refunds have all failed. The refunds' rows for this line are then deleted
-- too.
alter table shop.refund_lines
  drop constraint refund_lines_store_id_order_item_id_fkey,
  add foreign key (store_id, order_item_id) references shop.order_items on delete cascade;

-- Orders that staff prepare. Opening the pay link turns a draft into an order with the same id, so that each draft
-- becomes only one order. The units held for the draft in the ledger then belong to the order.
create table shop.draft_orders (
  store_id uuid not null references shop.stores,
  id uuid not null,
  customer_id uuid,
  email text,
  language text check (length(language) = 2),
  note text,
  tags text[] not null default '{}',
  shipping_address jsonb,
  billing_address jsonb,
  -- If this is null and shipping_name is set, staff entered the name and price of the shipping.
  shipping_rate_id uuid,
  shipping_name text,
  -- The shipping price before free shipping and reverse charge. Charged as shown, even if the rate changes.
  shipping_price_minor bigint not null check (shipping_price_minor >= 0),
  -- The discount that staff gave on the whole draft: {type, value, title}.
  discount jsonb,
  currency text not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and subtotal_minor),
  shipping_minor bigint not null check (shipping_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  tax_included_minor bigint not null check (tax_included_minor >= 0),
  total_minor bigint not null check (total_minor = subtotal_minor - discount_minor + shipping_minor + tax_minor),
  price_trace jsonb not null,
  -- When the hold on its units expires, if is_holding. The sweep then releases them.
  hold_until timestamptz,
  is_holding boolean not null default false,
  -- The pay link: the hash of its key, its version, and when it expires.
  key_hash bytea not null,
  link_version int not null default 1 check (link_version > 0),
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- Why opening the link last failed, for staff.
  failure text,
  failed_at timestamptz,
  -- When the draft became an order. From then on, the buyer's data is in the order.
  converted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, customer_id) references shop.customers,
  constraint draft_orders_holding check (not is_holding or (hold_until is not null and converted_at is null)),
  constraint draft_orders_converted check (converted_at is null
    or (email is null and note is null and shipping_address is null and billing_address is null and tags = '{}'))
);
create index draft_orders_by_id on shop.draft_orders (id);
create index draft_orders_newest on shop.draft_orders (store_id, created_at desc, id desc);
create index draft_orders_open on shop.draft_orders (store_id, created_at desc, id desc) where converted_at is null;
create index draft_orders_holding on shop.draft_orders (hold_until, id) where is_holding;
create index draft_orders_holding_of_store on shop.draft_orders (store_id) where is_holding;
create index draft_orders_by_customer on shop.draft_orders (store_id, customer_id, id desc) where customer_id is not null;
create index draft_orders_by_email on shop.draft_orders (store_id, lower(email)) where email is not null;
create index draft_orders_ended on shop.draft_orders (expires_at, id) where not is_holding;

create table shop.draft_order_lines (
  store_id uuid not null,
  draft_id uuid not null,
  position int not null,
  product_id uuid not null,
  variant_id uuid not null,
  link text not null,
  name text not null,
  variant_name text not null,
  sku text,
  image text,
  quantity int not null check (quantity > 0),
  -- The unit price before reverse charge: staff's price, or the product's when the draft was last changed.
  fixed_price_minor int not null check (fixed_price_minor >= 0),
  has_own_price boolean not null,
  -- The discount that staff gave on the line: {type, value}.
  discount jsonb,
  price_minor int not null check (price_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and total_minor),
  tax_minor bigint not null check (tax_minor >= 0),
  tax_included_minor bigint not null check (tax_included_minor >= 0),
  total_minor bigint not null check (total_minor = price_minor::bigint * quantity),
  primary key (store_id, draft_id, position),
  unique (store_id, draft_id, variant_id),
  foreign key (store_id, draft_id) references shop.draft_orders,
  foreign key (store_id, variant_id) references shop.variants
);
create index draft_order_lines_by_variant on shop.draft_order_lines (store_id, variant_id);

-- Credit notes for completed refunds of orders that were paid with real money.
alter table shop.refunds
  -- Whether its credit note must still be issued.
  add column is_credit_note_due boolean not null default false;
update shop.refunds r set is_credit_note_due = true from shop.orders o
  where r.state = 'completed' and o.store_id = r.store_id and o.id = r.order_id and o.payment_environment = 'LIVE'
    and r.completed_at >= o.paid_at;
alter table shop.refunds add constraint refunds_credit_note_due check (not is_credit_note_due or state = 'completed');
create index refunds_to_credit on shop.refunds (completed_at, id) where is_credit_note_due;

alter table shop.order_documents
  -- For a credit note: its refund and the invoice it corrects.
  add column refund_id uuid,
  add column invoice_id uuid,
  -- By line and rate: the amounts of an invoice, or the amounts that a credit note deducts; null: an older invoice.
  add column amounts jsonb,
  add constraint order_documents_of_refund check ((kind = 'credit-note') = (refund_id is not null)
    and (refund_id is null) = (invoice_id is null)),
  add constraint order_documents_one_for_refund unique (store_id, refund_id),
  add foreign key (store_id, refund_id) references shop.refunds,
  add foreign key (store_id, invoice_id) references shop.order_documents;
