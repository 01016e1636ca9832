-- Lists of large stores. What of a product is filtered by stands once in facet_sets, whatever number of products share it, so
-- that counting is counting ids; whether there is anything of it to buy now is kept with the product.
create table shop.facet_sets (
  store_id uuid not null references shop.stores,
  id int not null generated always as identity,
  -- '' is none.
  category text not null,
  department text not null,
  sizes text[] not null,
  colors text[] not null,
  -- Of the four: lists of two hundred colors are too long for an index.
  digest uuid not null,
  primary key (store_id, id),
  unique (store_id, digest)
);
call shop.protect('shop.facet_sets', 'catalogue');
-- A process keeps what it has read of them: a set never changes.
revoke update, delete on shop.facet_sets from {{app}}, {{worker}};

alter table shop.products
  add column facet_set int,
  add column in_stock boolean not null default false;

create function shop.name_facet_set() returns trigger language plpgsql as $$
declare
  category text := coalesce(new.category, '');
  department text := coalesce(new.department, '');
  of_digest uuid := md5(jsonb_build_array(category, department, new.sizes, new.colors)::text)::uuid;
begin
  loop
    select s.id into new.facet_set from shop.facet_sets s where s.store_id = new.store_id and s.digest = of_digest;
    exit when found;
    insert into shop.facet_sets (store_id, category, department, sizes, colors, digest)
      values (new.store_id, category, department, new.sizes, new.colors, of_digest) on conflict do nothing;
  end loop;
  return new;
end $$;
create trigger name_facet_set before insert or update of category, department, sizes, colors on shop.products
  for each row execute function shop.name_facet_set();

-- Variants that may have come in or gone out of stock since their product was last looked at: written by whoever moves a
-- level, without a lock on the product that two orders would wait for. Readers take these products as they are now.
create table shop.stock_turns (
  store_id uuid not null,
  id bigint not null generated always as identity,
  variant_id uuid not null,
  primary key (store_id, id)
);
create index stock_turns_by_age on shop.stock_turns (id);
call shop.protect('shop.stock_turns', 'append');
revoke insert, update, delete on shop.stock_turns from {{app}}, {{worker}};
grant insert, delete on shop.stock_turns to {{doors}};

create function door.note_stock_turn() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.stock_turns (store_id, variant_id) values (new.store_id, new.variant_id);
  return null;
end $$;
alter function door.note_stock_turn() owner to {{doors}};
revoke all on function door.note_stock_turn() from public;
grant execute on function door.note_stock_turn() to current_user;
-- Where pieces lie at the main location alone, only what passes zero turns a variant; elsewhere the sum might.
create trigger note_first_stock after insert on shop.inventory_levels for each row
  when (new.on_hand <> 0) execute function door.note_stock_turn();
create trigger note_stock_turn after update of on_hand, reserved, sell_rank on shop.inventory_levels for each row
  when ((new.on_hand - new.reserved <> old.on_hand - old.reserved or new.sell_rank is distinct from old.sell_rank)
    and (new.location <> 'main' or least(new.on_hand - new.reserved, old.on_hand - old.reserved) <= 0))
  execute function door.note_stock_turn();

create function shop.is_in_stock(of_store uuid, of_product uuid) returns boolean language sql stable
  as $$ select exists (select from catalogue.variants v where v.store_id = of_store and v.product_id = of_product and v.stock > 0) $$;
grant execute on function shop.is_in_stock(uuid, uuid) to {{app}}, {{worker}}, {{doors}};
grant update (in_stock) on shop.products to {{doors}};

-- For the worker: looks at the products whose variants turned, and answers with how many turns it has worked off. One at a
-- time, each product locked before it is looked at, so that an older look never overwrites a newer one; what somebody edits
-- meanwhile is left for the next time.
create function door.settle_stock_turns(most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  looked_at uuid[];
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('stock turns')) then return 0; end if;
  select array_agg(l.id) into looked_at from (
    select p.id from shop.products p
    where (p.store_id, p.id) in (
      select v.store_id, v.product_id from (select * from shop.stock_turns order by id limit most) t
      join shop.variants v on v.store_id = t.store_id and v.id = t.variant_id)
    order by p.id for no key update skip locked) l;
  delete from shop.stock_turns t where t.id in (select id from shop.stock_turns order by id limit most)
    and not exists (select from shop.variants v
      where v.store_id = t.store_id and v.id = t.variant_id and v.product_id <> all (coalesce(looked_at, '{}')));
  get diagnostics settled = row_count;
  update shop.products p set in_stock = not p.in_stock
    where p.id = any (looked_at) and p.in_stock <> shop.is_in_stock(p.store_id, p.id);
  return settled;
end $$;
alter function door.settle_stock_turns(int) owner to {{doors}};
revoke all on function door.settle_stock_turns(int) from public;
grant execute on function door.settle_stock_turns(int) to {{worker}};

-- What lists filter, sort and search by. A SKU is one word as it is written; options are found by their values.
create or replace function shop.refresh_listing(of_store uuid, of_product uuid) returns void language sql as $$
  with choice as (
    select o ->> 'name' as name, v ->> 'value' as label, v ->> 'swatch' as swatch,
      case when lower(o ->> 'name') in ('color', 'colour') then 'color' when lower(o ->> 'name') = 'size' then 'size' end as facet
    from shop.products x, jsonb_array_elements(x.options) o, jsonb_array_elements(o -> 'values') v
    where x.store_id = of_store and x.id = of_product
  ), sold as (
    select distinct c.facet, c.label, c.swatch from choice c
    where exists (select from shop.variants v where v.store_id = of_store and v.product_id = of_product
      and v.deleted_at is null and v.options ->> c.name = c.label)
  ), labelled as (
    insert into shop.facet_values (store_id, facet, value, label, swatch)
    select distinct on (facet, shop.facet_value(label)) of_store, facet, shop.facet_value(label), label, swatch
    from sold where facet is not null order by facet, shop.facet_value(label), swatch
    on conflict (store_id, facet, value) do update set swatch = excluded.swatch
      where facet_values.swatch is null and excluded.swatch is not null
  )
  update shop.products p set
    price_minor = coalesce(v.price, 0),
    regular_price_minor = v.regular,
    highest_price_minor = coalesce(v.highest, 0),
    in_stock = shop.is_in_stock(of_store, of_product),
    colors = coalesce((select array_agg(distinct shop.facet_value(label)) from sold where facet = 'color'), '{}'),
    sizes = coalesce((select array_agg(distinct shop.facet_value(label)) from sold where facet = 'size'), '{}'),
    search = setweight(to_tsvector('english', p.name), 'A')
      || setweight(to_tsvector('english', concat_ws(' ', p.category, p.department, p.vendor, array_to_string(p.tags, ' '),
           (select string_agg(distinct label, ' ') from choice))), 'B')
      || setweight(to_tsvector('english', regexp_replace(coalesce(p.seo_description, p.description), '<[^>]*>', ' ', 'g')), 'D')
      || array_to_tsvector(coalesce(v.skus, '{}'))
  from (
    select min(price_minor) price,
      (array_agg(regular_price_minor order by price_minor, position))[1] regular,
      max(price_minor) highest,
      array_agg(distinct lower(sku)) filter (where sku <> '') skus
    from shop.variants
    where store_id = of_store and product_id = of_product and deleted_at is null
  ) v
  where p.store_id = of_store and p.id = of_product;

  -- In one order, so that two changes at once cannot wait for each other.
  insert into shop.search_words (store_id, word)
  select distinct of_store, found.word from shop.products p,
    regexp_split_to_table(lower(concat_ws(' ', p.name, p.category, p.department, array_to_string(p.tags, ' '),
      (select string_agg(v ->> 'value', ' ') from jsonb_array_elements(p.options) o, jsonb_array_elements(o -> 'values') v))),
      '[^[:alpha:]]+') found (word)
  where p.store_id = of_store and p.id = of_product and length(found.word) between 3 and 40
    and not exists (select from shop.search_words w where w.store_id = of_store and w.word = found.word)
  order by 2
  on conflict do nothing
$$;

-- The owner migrates, whom forced row-level security shows no row.
alter table shop.products no force row level security;
alter table shop.facet_sets no force row level security;
update shop.products set category = category, in_stock = shop.is_in_stock(store_id, id);
alter table shop.facet_sets force row level security;
alter table shop.products force row level security;
alter table shop.products alter column facet_set set not null,
  add foreign key (store_id, facet_set) references shop.facet_sets;

-- What a list filters by stands in each sort's index, so that a page and its counts are read from an index alone; staff's
-- lists and shoppers' are served by the same ones.
drop index shop.products_newest;
drop index shop.products_by_price;
drop index shop.products_by_name;
create index products_newest on shop.products (store_id, published_at desc, id)
  include (facet_set, status, price_minor, regular_price_minor, in_stock) where deleted_at is null;
create index products_by_price on shop.products (store_id, price_minor, id)
  include (facet_set, status, published_at, regular_price_minor, in_stock) where deleted_at is null;
create index products_by_name on shop.products (store_id, lower(name), id)
  include (name, facet_set, status, published_at, price_minor, regular_price_minor, in_stock) where deleted_at is null;
create index products_by_facet_set on shop.products (store_id, facet_set)
  include (status, published_at, price_minor, regular_price_minor, in_stock) where deleted_at is null;
create index products_deleted on shop.products (store_id, deleted_at) where deleted_at is not null;

create or replace view catalogue.products as
  select store_id, id, link, name, description, seo_title, seo_description, meta_description, status, category, department,
    vendor, tags, composition, care, measures, options, sale_ends_at, published_at, version, price_minor,
    regular_price_minor, highest_price_minor, colors, sizes, search, rating_sum, rating_count, created_at, updated_at,
    body_measures, facet_set, in_stock
  from shop.products
  where deleted_at is null and status = 'ACTIVE' and published_at <= now();
-- What a store's own lists read. Like the catalogue's views no security barrier, so that indexes serve it: the wall is its
-- condition, that of the policy on the table.
create view door.own_products as
  select store_id, id, link, name, status, category, department, tags, price_minor, regular_price_minor, search, published_at,
    facet_set, in_stock
  from shop.products
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system') and deleted_at is null;
alter view door.own_products owner to {{doors}};
grant select on door.own_products to {{app}}, {{worker}};
create view catalogue.facet_sets as select store_id, id, category, department, sizes, colors from shop.facet_sets;
create view catalogue.stock_turns as
  select t.store_id, v.product_id from shop.stock_turns t
  join shop.variants v on v.store_id = t.store_id and v.id = t.variant_id;
do $$
declare v text;
begin
  foreach v in array '{facet_sets,stock_turns}'::text[] loop
    execute format('alter view catalogue.%I owner to {{doors}}', v);
    execute format('grant select on catalogue.%I to {{catalogue}}, {{app}}, {{worker}}', v);
  end loop;
end $$;
