-- Shipping: providers with credentials, regions made of areas, and rates by weight, subtotal and pickup. Converts the
-- earlier zones and rates.
create table shop.shipping_providers (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null,
  type text not null check (type in ('CUSTOM', 'STANDARD', 'EXPRESS', 'INTERNATIONAL')),
  is_active boolean not null default true,
  position int not null default 0,
  version int not null default 1,
  primary key (store_id, id)
);
create index shipping_providers_by_id on shop.shipping_providers (id);

-- In a separate table, because every shopper may read the providers.
create table shop.shipping_credentials (
  store_id uuid not null,
  provider_id uuid not null,
  -- The names of the values. Staff may see them.
  names text[] not null,
  -- The values, encrypted with a key that is not in the database.
  sealed bytea not null,
  primary key (store_id, provider_id),
  foreign key (store_id, provider_id) references shop.shipping_providers on delete cascade
);

alter table shop.shipping_zones rename to shipping_regions;
alter table shop.shipping_regions rename constraint shipping_zones_pkey to shipping_regions_pkey;
alter index shop.shipping_zones_by_id rename to shipping_regions_by_id;

-- The areas of a region: whole countries, states or ranges of postal codes. Country `*` means every destination that is
-- in no other area. The collation "C" compares codes byte by byte.
create table shop.shipping_areas (
  store_id uuid not null,
  region_id uuid not null,
  country text collate "C" not null,
  state text not null default '',
  postal_from text collate "C" not null default '',
  postal_to text collate "C" not null default '',
  primary key (store_id, country, state, postal_from),
  foreign key (store_id, region_id) references shop.shipping_regions on delete cascade,
  check (state = '' or postal_from = ''),
  check (length(postal_from) = length(postal_to) and postal_from <= postal_to)
);
create index shipping_areas_by_region on shop.shipping_areas (store_id, region_id);
insert into shop.shipping_areas (store_id, region_id, country)
  select z.store_id, z.id, country from shop.shipping_regions z
  cross join unnest(case when z.countries = '{}' then '{*}' else z.countries end) as country
  order by z.position, z.id
  on conflict do nothing;
alter table shop.shipping_regions drop column countries;

insert into shop.shipping_providers (store_id, id, name, type)
  select store_id, gen_random_uuid(), 'Shipping', 'CUSTOM' from shop.shipping_rates group by store_id;
alter table shop.shipping_rates rename column zone_id to region_id;
alter table shop.shipping_rates rename constraint shipping_rates_store_id_zone_id_fkey to shipping_rates_store_id_region_id_fkey;
alter index shop.shipping_rates_by_zone rename to shipping_rates_by_region;
alter table shop.shipping_rates
  add provider_id uuid,
  add type text not null default 'FLAT' check (type in ('FLAT', 'BY_WEIGHT', 'BY_SUBTOTAL', 'PICKUP')),
  -- [{from, price}], ascending from 0. from is in grams or minor units, price in minor units. Empty: price_minor applies.
  add steps jsonb not null default '[]',
  add free_products uuid[] not null default '{}',
  add location_id uuid,
  add pickup_address text not null default '',
  add version int not null default 1,
  add foreign key (store_id, location_id) references shop.locations,
  add check ((type = 'PICKUP') = (location_id is not null)),
  add check ((type in ('BY_WEIGHT', 'BY_SUBTOTAL')) = (jsonb_array_length(steps) > 0));
update shop.shipping_rates r set provider_id = p.id from shop.shipping_providers p where p.store_id = r.store_id;
alter table shop.shipping_rates
  alter provider_id set not null,
  add foreign key (store_id, provider_id) references shop.shipping_providers on delete cascade,
  drop constraint shipping_rates_store_id_region_id_fkey,
  add constraint shipping_rates_store_id_region_id_fkey
    foreign key (store_id, region_id) references shop.shipping_regions on delete cascade;
create index shipping_rates_by_id on shop.shipping_rates (id);
create index shipping_rates_by_provider on shop.shipping_rates (store_id, provider_id);

alter table shop.stores
  add shipping_calendar jsonb not null default '{"cutOffHour": null, "workingDays": [1, 2, 3, 4, 5], "holidays": []}';
