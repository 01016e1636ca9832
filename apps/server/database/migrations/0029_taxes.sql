-- A store's tax settings. A store without a row charges no tax.
create table shop.tax_settings (
  store_id uuid primary key references shop.stores,
  prices_include_tax boolean not null default true,
  taxes_shipping boolean not null default true,
  -- Whether the home country's rates apply in the whole EU, while sales are below the threshold for distance sales.
  has_home_rates_in_eu boolean not null default true,
  has_reverse_charge boolean not null default false,
  -- The store's own VAT ID.
  vat_id text,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  check (not has_reverse_charge or vat_id is not null)
);

create table shop.tax_rates (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null,
  -- Empty: all countries without a rate of their own.
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  -- Empty: the whole country.
  region text not null default '' check (region = '' or country <> ''),
  -- The first and last code of a range, both of the same length; empty: all codes.
  postal_from text not null default '',
  postal_to text not null default '',
  -- Empty: the standard class.
  tax_class text not null default '',
  basis_points int not null check (basis_points between 0 and 10000),
  -- The first day on which the rate applies, in the store's time zone; null: always.
  starts_on date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  check ((postal_from = '') = (postal_to = '') and length(postal_from) = length(postal_to)),
  check (postal_from <= postal_to and (postal_from = '' or country <> ''))
);
create unique index tax_rates_once on shop.tax_rates
  (store_id, country, lower(region), postal_from, postal_to, tax_class, coalesce(starts_on, '-infinity'));
create index tax_rates_by_id on shop.tax_rates (id);

insert into shop.tax_settings (store_id, prices_include_tax, taxes_shipping)
  select id, tax_basis_points = 0, false from shop.stores;
-- Converts the store's single rate, which applied to every destination.
insert into shop.tax_rates (store_id, id, name, basis_points)
  select id, gen_random_uuid(), 'Tax', tax_basis_points from shop.stores where tax_basis_points > 0;
alter table shop.stores drop column tax_basis_points;

-- Empty: the standard class.
alter table shop.products add column tax_class text not null default '';

-- The buyer's VAT ID, as sent, in a valid format. The earlier column tax_basis_points stays, for orders that were
-- placed before price_trace was added, when a store had a single rate.
alter table shop.orders add column vat_id text;
