-- How many products of a store are alike in all that a plain list counts: totals, facets and collections by rule are added up
-- from here, whatever number of products there is. Each change of a product adds a row of what comes and one of what goes, so
-- that no two changes wait for each other; the worker adds them up (turn 0). Whoever reads adds up both, exactly.

-- Where a price stands among all bounds of price bands, in whichever number of decimals; the server's priceSteps is its twin.
create function catalogue.price_step(price int) returns int language sql immutable parallel safe
  as $$ select width_bucket(price, '{50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000,2000000}'::int[]) $$;

create table shop.list_counts (
  store_id uuid not null,
  facet_set int not null,
  step int not null,
  status text not null,
  -- Without a time from which it is shown nobody is shown it.
  is_dated boolean not null,
  on_sale boolean not null,
  in_stock boolean not null,
  turn bigint not null,
  products int not null,
  primary key (store_id, facet_set, step, status, is_dated, on_sale, in_stock, turn) include (products)
);
create sequence shop.list_count_turns;
create index list_counts_unsettled on shop.list_counts (turn) where turn > 0;

-- The owner migrates, whom forced row-level security shows no row.
alter table shop.products no force row level security;
insert into shop.list_counts
  select store_id, facet_set, catalogue.price_step(price_minor), status, published_at is not null,
    coalesce(regular_price_minor > price_minor, false), in_stock, 0, count(*)
  from shop.products where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
alter table shop.products force row level security;

call shop.protect('shop.list_counts', 'append');
revoke insert, update, delete on shop.list_counts from {{app}}, {{worker}};
grant insert, update, delete on shop.list_counts to {{doors}};
grant usage on sequence shop.list_count_turns to {{doors}};

create function door.count_in_lists(p shop.products, added int) returns void
language sql security definer set search_path = '' as $$
  insert into shop.list_counts (store_id, facet_set, step, status, is_dated, on_sale, in_stock, turn, products)
  values (p.store_id, p.facet_set, catalogue.price_step(p.price_minor), p.status, p.published_at is not null,
    coalesce(p.regular_price_minor > p.price_minor, false), p.in_stock, nextval('shop.list_count_turns'), added)
$$;
create function door.note_list_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then perform door.count_in_lists(old, -1); end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then perform door.count_in_lists(new, 1); end if;
  return null;
end $$;

-- For the worker: adds up what has changed since, and answers with how many changes it took. One at a time.
create function door.settle_list_counts(most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('list counts')) then return 0; end if;
  with taken as (
    delete from shop.list_counts where turn in (select turn from shop.list_counts where turn > 0 order by turn limit most)
    returning *
  ), added as (
    insert into shop.list_counts as c
    select store_id, facet_set, step, status, is_dated, on_sale, in_stock, 0, sum(products) from taken
    group by 1, 2, 3, 4, 5, 6, 7 having sum(products) <> 0
    on conflict (store_id, facet_set, step, status, is_dated, on_sale, in_stock, turn)
      do update set products = c.products + excluded.products
  )
  select count(*) into settled from taken;
  return settled;
end $$;
do $$
declare f text;
begin
  foreach f in array '{"count_in_lists(shop.products, int)","note_list_counts()","settle_list_counts(int)"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
  end loop;
end $$;
grant execute on function door.settle_list_counts(int) to {{worker}};
grant execute on function door.note_list_counts() to current_user;
create trigger note_list_counts after insert or delete on shop.products for each row execute function door.note_list_counts();
create trigger note_moved_counts after update on shop.products for each row
  when ((old.facet_set, catalogue.price_step(old.price_minor), old.status, old.published_at is null,
      coalesce(old.regular_price_minor > old.price_minor, false), old.in_stock, old.deleted_at is null)
    is distinct from (new.facet_set, catalogue.price_step(new.price_minor), new.status, new.published_at is null,
      coalesce(new.regular_price_minor > new.price_minor, false), new.in_stock, new.deleted_at is null))
  execute function door.note_list_counts();

-- What anybody may see: without the few that are published later.
create view catalogue.list_counts as
  select store_id, facet_set, step, on_sale, in_stock, products from shop.list_counts
  where status = 'ACTIVE' and is_dated
  union all
  select store_id, facet_set, catalogue.price_step(price_minor), coalesce(regular_price_minor > price_minor, false), in_stock, -1
  from shop.products where deleted_at is null and status = 'ACTIVE' and published_at > now();
create view door.own_list_counts as
  select store_id, facet_set, step, on_sale, in_stock, products from shop.list_counts
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system');
alter view catalogue.list_counts owner to {{doors}};
alter view door.own_list_counts owner to {{doors}};
grant select on catalogue.list_counts to {{catalogue}}, {{app}}, {{worker}};
grant select on door.own_list_counts to {{app}}, {{worker}};
