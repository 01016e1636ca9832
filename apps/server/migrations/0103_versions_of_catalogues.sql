-- A number for each store that is another after each change that may change what its collections hold, or their first
-- pictures, so that a process can keep what it counted for as long as the number stays. Each transaction adds a row, so that
-- no two changes wait for each other. The worker adds the rows up (turn 0), and whoever reads the number adds up the rest.
create table shop.catalogue_changes (
  -- Without a reference to the store, whose row orders would wait for.
  store_id uuid not null,
  -- The transaction's id; 0 is for what the worker has added up.
  turn bigint not null,
  changes bigint not null,
  primary key (store_id, turn) include (changes)
);
create index catalogue_changes_unsettled on shop.catalogue_changes (turn) where turn > 0;
call shop.protect('shop.catalogue_changes', 'append');
revoke insert, update, delete on shop.catalogue_changes from {{app}}, {{worker}};
grant insert, update, delete on shop.catalogue_changes to {{doors}};

create function door.note_catalogue_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.catalogue_changes (store_id, turn, changes)
    values (case when tg_op = 'DELETE' then old.store_id else new.store_id end, pg_current_xact_id()::text::bigint, 1)
    on conflict do nothing;
  return null;
end $$;

-- For the worker: adds up, and answers with how many rows it took. One at a time.
create function door.settle_catalogue_changes(max_rows int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('catalogue changes')) then return 0; end if;
  with picked as materialized (
    select store_id, turn from shop.catalogue_changes where turn > 0 order by turn limit max_rows
  ), taken as (
    delete from shop.catalogue_changes c using picked p where c.store_id = p.store_id and c.turn = p.turn returning c.*
  ), added as (
    insert into shop.catalogue_changes as c
    select store_id, 0, sum(changes) from taken group by store_id order by store_id
    on conflict (store_id, turn) do update set changes = c.changes + excluded.changes
  )
  select count(*) into settled from taken;
  return settled;
end $$;
do $$
declare f text;
begin
  foreach f in array '{"note_catalogue_change()","settle_catalogue_changes(int)"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
  end loop;
end $$;
grant execute on function door.settle_catalogue_changes(int) to {{worker}};
grant execute on function door.note_catalogue_change() to current_user;

create trigger note_change after insert or delete on shop.products for each row execute function door.note_catalogue_change();
create trigger note_listed_change after update on shop.products for each row
  when ((old.status, old.published_at, old.deleted_at, old.price_minor, old.regular_price_minor, old.facet_set, old.tags, old.in_stock)
    is distinct from
    (new.status, new.published_at, new.deleted_at, new.price_minor, new.regular_price_minor, new.facet_set, new.tags, new.in_stock))
  execute function door.note_catalogue_change();
create trigger note_change after insert or update or delete on shop.images
  for each row execute function door.note_catalogue_change();
create trigger note_change after insert or update or delete on shop.collection_products
  for each row execute function door.note_catalogue_change();
create trigger note_change after insert on shop.stock_turns for each row execute function door.note_catalogue_change();

-- A product that is published at a later time changes what is seen when it is no longer among the upcoming ones.
create view catalogue.versions as
  select store_id, changes, 0 as upcoming from shop.catalogue_changes
  union all
  select store_id, 0, 1 from shop.products where deleted_at is null and status = 'ACTIVE' and published_at > now();
alter view catalogue.versions owner to {{doors}};
grant select on catalogue.versions to {{catalogue}}, {{app}}, {{worker}};
