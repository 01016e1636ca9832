create or replace function door.next_bulk_edits(max_edits int, at timestamptz, known uuid[], held_stores uuid[])
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

grant execute on function door.next_bulk_edits to {{worker}};
