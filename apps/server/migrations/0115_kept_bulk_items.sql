-- What bulk edits keep in a store is bounded, and their steps take turns by owner.
alter table shop.bulk_edits
  -- Items that the edit keeps at most; an item of tags counts as ten. 0: none are kept.
  add column item_count int not null default 0,
  -- The items are of no use any more, and the worker deletes them.
  add column drops_items boolean not null default false,
  add column turn_at timestamptz,
  -- An edit without items gives its list of products up, and still says how many there were.
  alter column product_count drop expression,
  alter column product_count set default 0;
alter table shop.bulk_edits no force row level security;
update shop.bulk_edits e set
  item_count = (select coalesce(sum(n::int), 0) from jsonb_each_text(e.counts) c (state, n)),
  drops_items = e.ran_at is null and e.state in ('CANCELLED', 'FAILED');
alter table shop.bulk_edits force row level security;
create index bulk_edits_kept on shop.bulk_edits (store_id) include (item_count) where item_count > 0;
create index bulk_edits_dropping on shop.bulk_edits (created_at) where drops_items;

-- Edits that have a step to do, one of an owner, and none of an owner who has one in hand. The owner whose last turn is
-- longest ago comes first. `known`: those that the process does not ask for.
drop function door.due_bulk_edits(timestamptz, int, text, uuid);
create function door.next_bulk_edits(max_edits int, at timestamptz, known uuid[], held_stores uuid[])
returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = '' as $$
  with stores as (
    select e.store_id, max(e.turn_at) as turn_at from shop.bulk_edits e
    join shop.stores s on s.id = e.store_id and s.deleted_at is null
    where e.due_at is not null group by e.store_id),
  owned as materialized (select door.owner_of_store(s.store_id) as owner_id, s.* from stores s),
  free as (
    select distinct on (o.owner_id) o.owner_id, e.store_id, e.id, e.due_at from owned o
    join shop.bulk_edits e on e.store_id = o.store_id and e.due_at <= at and e.id <> all (known)
    where o.owner_id not in (select door.owner_of_store(h) from unnest(held_stores) h)
    order by o.owner_id, e.due_at, e.id)
  select f.store_id, f.id from free f
  order by (select max(o.turn_at) from owned o where o.owner_id = f.owner_id) nulls first, f.due_at, f.id limit max_edits
$$;
alter function door.next_bulk_edits(int, timestamptz, uuid[], uuid[]) owner to {{doors}};
revoke all on function door.next_bulk_edits(int, timestamptz, uuid[], uuid[]) from public;
grant execute on function door.next_bulk_edits(int, timestamptz, uuid[], uuid[]) to {{worker}};

-- Also forgets the items of edits that drop them; these edits stay for as long as others.
create or replace function door.forget_bulk_edits(at timestamptz, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int; emptied int;
begin
  -- An edit that is being forgotten must not be run any more.
  update shop.bulk_edits e set state = 'CANCELLED', due_at = null, version = version + 1
    where e.ran_at is null and e.created_at < at - interval '30 days' and e.state <> 'CANCELLED';
  with old as materialized (
    select o.store_id, o.bulk_edit_id, o.position from shop.bulk_edits e
    join shop.bulk_edit_items o on o.store_id = e.store_id and o.bulk_edit_id = e.id
    where e.drops_items or (e.ran_at is null and e.created_at < at - interval '30 days') limit most)
  delete from shop.bulk_edit_items i using old
    where i.store_id = old.store_id and i.bulk_edit_id = old.bulk_edit_id and i.position = old.position;
  get diagnostics gone = row_count;
  delete from shop.bulk_edits e where e.ran_at is null and e.created_at < at - interval '30 days'
    and not exists (select from shop.bulk_edit_items i where i.store_id = e.store_id and i.bulk_edit_id = e.id);
  get diagnostics emptied = row_count;
  update shop.bulk_edits e set drops_items = false, item_count = 0, product_ids = '{}', variant_ids = null
    where e.drops_items
    and not exists (select from shop.bulk_edit_items i where i.store_id = e.store_id and i.bulk_edit_id = e.id);
  return gone + emptied;
end $$;
grant update (drops_items, item_count, product_ids, variant_ids) on shop.bulk_edits to {{doors}};
