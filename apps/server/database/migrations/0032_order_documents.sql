-- Invoices and credit notes in the order's language, numbered without gaps.
create table shop.document_counters (
  store_id uuid not null references shop.stores,
  kind text not null check (kind in ('invoice', 'credit-note')),
  year int not null,
  last_number int not null check (last_number > 0),
  primary key (store_id, kind, year)
);

create table shop.order_documents (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  year int not null,
  number int not null check (number > 0),
  total_minor bigint not null,
  -- The content as issued. An erasure removes the person's data from it.
  content jsonb not null,
  issued_at timestamptz not null,
  primary key (store_id, id),
  unique (store_id, kind, year, number),
  foreign key (store_id, order_id) references shop.orders
);
create index order_documents_by_order on shop.order_documents (store_id, order_id, id);

alter table shop.orders
  -- The language of the order's mails and documents; null: the store's.
  add column language text check (length(language) = 2),
  add column invoiced_at timestamptz;
create index orders_to_invoice on shop.orders (paid_at, id)
  where payment_environment = 'LIVE' and paid_at is not null and invoiced_at is null;
