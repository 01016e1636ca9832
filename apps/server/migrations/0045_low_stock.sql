-- When a level fell to its reorder point, and when the store was told. Whichever statement moves it, it is noted once, and
-- again only after it has risen above.
alter table shop.inventory_levels
  add column low_since timestamptz,
  add column low_told_at timestamptz;
create index inventory_levels_low on shop.inventory_levels (store_id)
  where low_since is not null and low_told_at is null;

create function shop.note_low_stock() returns trigger language plpgsql as $$
begin
  if new.low_since is null then
    new.low_since := now();
  else
    new.low_since := null;
    new.low_told_at := null;
  end if;
  return new;
end $$;
create trigger note_low_stock before update on shop.inventory_levels for each row
  when ((new.reorder_point is not null and new.on_hand - new.reserved <= new.reorder_point)
    is distinct from (new.low_since is not null))
  execute function shop.note_low_stock();

-- For the worker: notes what has fallen low as told and says so, one event a store, in one statement, so that nothing is
-- told twice. What somebody else has in hand is left to them. Answers with how many levels it told of.
create function door.tell_low_stock(most int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select l.store_id, l.variant_id, l.location from shop.inventory_levels l
    join shop.stores s on s.id = l.store_id and s.deleted_at is null
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
    where l.low_since is not null and l.low_told_at is null
    limit most for update of l skip locked
  ), told as (
    update shop.inventory_levels l set low_told_at = at from due
    where l.store_id = due.store_id and l.variant_id = due.variant_id and l.location = due.location
    returning l.store_id, l.variant_id, l.location
  ), events as (
    insert into shop.outbox (store_id, id, topic, payload)
    select store_id, gen_random_uuid(), 'stock.low',
      jsonb_build_object('levels', jsonb_agg(jsonb_build_object('variantId', variant_id, 'location', location)))
    from told group by store_id
    returning 1
  )
  select count(*)::int from told where exists (select from events)
$$;
grant insert on shop.outbox to {{doors}};
grant update (low_told_at, low_since) on shop.inventory_levels to {{doors}};
alter function door.tell_low_stock(int, timestamptz) owner to {{doors}};
revoke all on function door.tell_low_stock(int, timestamptz) from public;
grant execute on function door.tell_low_stock(int, timestamptz) to {{worker}};
