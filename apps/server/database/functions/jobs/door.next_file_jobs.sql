-- The next jobs that may be free: only the oldest of each store and direction, so that imports run in order. `known` are those
-- that the process holds already.
create or replace function door.next_file_jobs(max_jobs int, max_of_owner int, at timestamptz, known uuid[], large_bytes int, with_large boolean)
returns table (store_id uuid, id uuid, is_large boolean)
language sql stable security definer set search_path = '' as $$
  with turns as (
    select j.store_id, max(j.turn_at) as turn_at, count(*) filter (where j.id = any (known)) as held from shop.file_jobs j
    where j.state in ('WAITING', 'RUNNING') group by j.store_id
    union all
    select j.store_id, max(j.turn_at), 0 from shop.file_jobs j
    where j.ended_at > at - interval '10 minutes' group by j.store_id),
  owned as materialized (
    select t.store_id, door.owner_of_store(t.store_id) as owner_id, max(t.turn_at) as turn_at, sum(t.held) as held
    from turns t group by t.store_id),
  owners as (
    select o.owner_id, max(o.turn_at) as turn_at, sum(o.held) as held from owned o group by o.owner_id),
  free as (
    select j.store_id, j.id, j.direction = 'IN' and j.bytes > large_bytes as is_large, j.received_at, w.turn_at,
      w.held + row_number() over (partition by w.owner_id order by coalesce(j.turn_at, j.received_at), j.id) as place
    from shop.file_jobs j
    join shop.stores s on s.id = j.store_id and s.deleted_at is null
    join owned o on o.store_id = j.store_id
    join owners w on w.owner_id = o.owner_id
    where j.state in ('WAITING', 'RUNNING') and j.received_at is not null
      and (j.claimed_until is null or j.claimed_until <= at or j.claimed_by is not null)
      and j.id <> all (known) and (with_large or j.direction = 'OUT' or j.bytes <= large_bytes)
      and not exists (select from shop.file_jobs p where p.store_id = j.store_id and p.direction = j.direction
        and p.state in ('WAITING', 'RUNNING') and p.received_at is not null and (p.created_at, p.id) < (j.created_at, j.id)))
  select f.store_id, f.id, f.is_large from free f where f.place <= max_of_owner
  order by f.place, greatest(f.received_at, f.turn_at), f.id limit max_jobs
$$;

grant execute on function door.next_file_jobs to {{worker}};
