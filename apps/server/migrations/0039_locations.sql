-- Where a store keeps its pieces. Every store has `main`, where new stock opens, imports count and back-orders are owed.
create table shop.locations (
  store_id uuid not null references shop.stores,
  id uuid not null,
  -- How levels and the ledger name it, for ever; the name is for people.
  code text not null check (char_length(code) between 1 and 60),
  name text not null,
  -- Orders are held from the first ones first.
  position int not null default 0,
  -- Shoppers see and buy what lies here.
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

-- The owner migrates, whom forced row-level security shows no row.
alter table shop.stores no force row level security;
alter table shop.inventory_levels no force row level security;
insert into shop.locations (store_id, id, code, name, position, is_active)
  select s.id, gen_random_uuid(), 'main', 'Main', 0, true from shop.stores s
  union all
  -- What lay elsewhere until now was not offered.
  select distinct on (l.store_id, l.location) l.store_id, gen_random_uuid(), l.location, l.location, 1, false
  from shop.inventory_levels l where l.location <> 'main';

alter table shop.inventory_levels
  -- Its location's position; null where the location is not sold from. Kept here so that an order reads levels alone.
  add column sell_rank int default 0,
  add column incoming int not null default 0 check (incoming >= 0),
  -- Pieces that may be sold beyond what there is, and when they are expected.
  add column backorder_limit int not null default 0 check (backorder_limit between 0 and 1000000),
  add column backorder_on date,
  -- Minus the limit; lower only while more is owed than a limit that was cut since.
  add column least_available int not null default 0 check (least_available <= 0),
  drop constraint inventory_levels_on_hand_check,
  drop constraint inventory_levels_check,
  add constraint inventory_levels_not_oversold check (on_hand - reserved >= least_available),
  add check (location = 'main' or (backorder_limit = 0 and least_available = 0)),
  add foreign key (store_id, location) references shop.locations (store_id, code);
update shop.inventory_levels set sell_rank = null where location <> 'main';
alter table shop.inventory_levels force row level security;
alter table shop.stores force row level security;

call shop.protect('shop.locations', 'staff');
revoke delete on shop.locations from {{app}}, {{worker}};
call shop.name_kind('location', 'shop.locations', 'deleted_at is null');

alter table shop.stock_movements
  add column incoming_delta int not null default 0,
  add column note text;

-- The sum over the locations that are sold from; below zero where pieces are owed.
create or replace view catalogue.variants as
  select v.store_id, v.id, v.product_id, v.name, v.slug, v.sku, v.price_minor, v.regular_price_minor, v.options, v.position,
    coalesce(l.stock, 0) as stock, coalesce(l.backorder_limit, 0) as backorder_limit, l.backorder_on
  from shop.variants v
  left join lateral (
    select sum(l.on_hand - l.reserved)::int as stock, max(l.backorder_limit) as backorder_limit, max(l.backorder_on) as backorder_on
    from shop.inventory_levels l where l.store_id = v.store_id and l.variant_id = v.id and l.sell_rank is not null
  ) l on true
  where v.deleted_at is null;

-- For the worker: notes those whose variant can be bought again as told and queues their mails, in one statement, so that
-- nobody is told twice. A row somebody else has in hand is left to them.
create or replace function door.tell_waiters(most int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select s.store_id, s.id from shop.subscriptions s
    join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id and v.deleted_at is null
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null
      and p.status = 'ACTIVE' and p.published_at <= at
    join shop.stores t on t.id = s.store_id and t.deleted_at is null
    where s.variant_id is not null and s.confirmed_at is not null and s.told_at is null and s.source = 'back-in-stock'
      and (select sum(l.on_hand - l.reserved) from shop.inventory_levels l
        where l.store_id = s.store_id and l.variant_id = s.variant_id and l.sell_rank is not null) > 0
    limit most for update of s skip locked
  ), told as (
    update shop.subscriptions s set told_at = at from due where s.store_id = due.store_id and s.id = due.id
    returning s.store_id, s.id, s.email
  ), queued as (
    insert into shop.mails (store_id, id, template, recipient, data, is_bulk)
    select store_id, gen_random_uuid(), 'back-in-stock', email, jsonb_build_object('subscriptionId', id), true from told
    returning 1
  )
  select count(*)::int from queued
$$;
