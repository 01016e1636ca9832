-- Each claim counts as an attempt and leases the job for up to 40 seconds. A failed job's backoff is set when its failure is
-- recorded, so that a time in which nothing can be recorded (a full disk, a lost connection) does not delay the job by hours.
create or replace function door.claim_outbox(max_jobs int, max_of_owner int, held_stores uuid[], held_ids uuid[])
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
    -- Steps from store to store in the index, so that a store with many jobs costs no more than one with a single job.
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

grant execute on function door.claim_outbox to {{worker}};
