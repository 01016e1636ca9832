-- Background work takes turns by owner, because one owner may have a hundred stores.

-- The first owner of a store who is still there; a store without one is its own. For the functions below alone.
create function door.owner_of_store(of_store uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select a.user_id from shop.role_assignments a
    where a.store_id = of_store and a.user_id in (select door.owners_of(of_store))
    order by a.created_at, a.user_id limit 1), of_store)
$$;
alter function door.owner_of_store(uuid) owner to {{doors}};
revoke all on function door.owner_of_store(uuid) from public;

drop index shop.outbox_due;
create index outbox_due on shop.outbox (store_id, run_at) where done_at is null;

-- The next jobs, no more of an owner than `max_of_owner` with those that the process holds already. An owner who holds fewer
-- comes first, then the one whose job has been due longest.
drop function door.claim_outbox(int);
create function door.claim_outbox(max_jobs int, max_of_owner int, held_stores uuid[], held_ids uuid[])
returns table (store_id uuid, id uuid, topic text, payload jsonb, attempts int)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  next record;
  room int := max_jobs;
  owner_room int;
  claimed int;
  served uuid[] := '{}';
begin
  for next in
    -- From store to store in the index, so that a store with many jobs costs no more than one with a single job.
    with recursive waiting as (
      (select x.store_id from shop.outbox x where x.done_at is null order by x.store_id limit 1)
      union all
      select (select x.store_id from shop.outbox x
        where x.done_at is null and x.store_id > w.store_id order by x.store_id limit 1)
      from waiting w where w.store_id is not null),
    due as (
      select door.owner_of_store(w.store_id) as owner_id, w.store_id, d.run_at from waiting w
      cross join lateral (
        select x.run_at from shop.outbox x
        where x.store_id = w.store_id and x.done_at is null and x.run_at <= now() and x.id <> all (held_ids)
        order by x.run_at limit 1) d),
    held as (
      select door.owner_of_store(h.store_id) as owner_id, count(*)::int as jobs
      from unnest(held_stores) h (store_id) group by 1)
    select due.store_id, due.owner_id, coalesce(held.jobs, 0) as held from due
    left join held on held.owner_id = due.owner_id
    where coalesce(held.jobs, 0) < max_of_owner
    order by coalesce(held.jobs, 0), due.run_at
  loop
    exit when room <= 0;
    owner_room := max_of_owner - next.held - cardinality(array_positions(served, next.owner_id));
    continue when owner_room <= 0;
    return query
      with due as materialized (
        select d.store_id, d.id from shop.outbox d
        where d.store_id = next.store_id and d.done_at is null and d.run_at <= now() and d.id <> all (held_ids)
        order by d.run_at limit least(owner_room, room) for update skip locked)
      update shop.outbox o set attempts = o.attempts + 1, run_at = now() + interval '10 s' * 2 ^ least(o.attempts, 2)
      from due where o.store_id = due.store_id and o.id = due.id
      returning o.store_id, o.id, o.topic, o.payload, o.attempts;
    get diagnostics claimed = row_count;
    room := room - claimed;
    served := served || array_fill(next.owner_id, array[claimed]);
  end loop;
end $$;
alter function door.claim_outbox(int, int, uuid[], uuid[]) owner to {{doors}};
revoke all on function door.claim_outbox(int, int, uuid[], uuid[]) from public;
grant execute on function door.claim_outbox(int, int, uuid[], uuid[]) to {{worker}};

-- The next hosts to check, one of an owner, and none of an owner who has one in hand. The owner whose last check is longest
-- ago comes first, so that many dead hosts of one do not delay another's.
drop function door.claim_domains(timestamptz, int);
create function door.claim_domains(at timestamptz, max_hosts int, held_stores uuid[])
returns table (store_id uuid, id uuid)
language sql volatile security definer set search_path = '' as $$
  with stores as (
    select c.store_id, min(c.next_check_at) as next_check_at, max(c.checked_at) as checked_at from shop.domains c
    join shop.stores s on s.id = c.store_id and s.deleted_at is null
    where c.status = 'VERIFYING' group by c.store_id),
  owned as materialized (select door.owner_of_store(s.store_id) as owner_id, s.* from stores s),
  owners as (
    select o.owner_id, max(o.checked_at) as checked_at, min(o.next_check_at) as next_check_at,
      (array_agg(o.store_id order by o.next_check_at, o.store_id))[1] as store_id
    from owned o where o.owner_id not in (select door.owner_of_store(h) from unnest(held_stores) h)
    group by o.owner_id having min(o.next_check_at) <= at),
  next as materialized (
    select (select c.id from shop.domains c where c.store_id = o.store_id and c.status = 'VERIFYING'
      order by c.next_check_at, c.id limit 1) as id
    from owners o order by o.checked_at nulls first, o.next_check_at limit max_hosts),
  due as materialized (
    select c.id from shop.domains c where c.id in (select n.id from next n)
      and c.status = 'VERIFYING' and c.next_check_at <= at limit max_hosts for update of c skip locked)
  update shop.domains d set checks = d.checks + 1,
    next_check_at = at + least(interval '1 hour', interval '1 minute' * 2 ^ least(d.checks, 10))
  from due where d.id = due.id
  returning d.store_id, d.id
$$;
alter function door.claim_domains(timestamptz, int, uuid[]) owner to {{doors}};
revoke all on function door.claim_domains(timestamptz, int, uuid[]) from public;
grant execute on function door.claim_domains(timestamptz, int, uuid[]) to {{worker}};

-- As before, of each store and direction the oldest alone. An owner who holds fewer jobs comes first, then the one who has
-- waited longest since the last turn of any of the owner's stores; at most `max_of_owner` at a time are an owner's.
drop function door.next_file_jobs(int, timestamptz, uuid[], int, boolean);
create function door.next_file_jobs(max_jobs int, max_of_owner int, at timestamptz, known uuid[], large_bytes int, with_large boolean)
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
alter function door.next_file_jobs(int, int, timestamptz, uuid[], int, boolean) owner to {{doors}};
revoke all on function door.next_file_jobs(int, int, timestamptz, uuid[], int, boolean) from public;
grant execute on function door.next_file_jobs(int, int, timestamptz, uuid[], int, boolean) to {{worker}};
