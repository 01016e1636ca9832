-- Claims waiting jobs for a worker, for each kind up to the number that the worker has room for. Lanes take turns: the
-- lane whose last turn was longest ago is first. If of_owner limits the running jobs per owner, owners take turns too.
-- Looks at up to 256 lanes per kind, after the lane `after`; `next` is the last of them if there are more.
-- Always uses an index: a plan made for a nearly empty table would scan the whole table once thousands of jobs wait.
-- Uses a generic plan, because planning took as long as running.
create or replace function door.claim_jobs(worker bigint, kinds jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
declare
  k record;
  claimed jsonb;
  jobs jsonb := '[]';
  last_lane text;
  cursors jsonb := '{}';
  max_lanes constant int := 256;
begin
  -- One worker at a time, until the transaction ends. Otherwise several workers would pick the same jobs, and all but one
  -- would get none.
  perform pg_advisory_xact_lock(7305411920);
  for k in
    select x.* from jsonb_to_recordset(kinds) x
      (kind text, room int, of_owner int, in_order boolean, with_large boolean, lease_ms float, after text)
    -- Skips kinds without a waiting job, which are most. This check is far cheaper than the search below.
    cross join lateral (select from shop.jobs j
      where j.kind = x.kind and j.claimed_by is null and j.failed_at is null
        and (j.every is null or j.run_at <= clock_timestamp()) limit 1) waiting
    order by x.kind
  loop
    with recursive lanes (lane, n) as (
      (select j.lane, 1 from shop.jobs j
        where j.kind = k.kind and j.claimed_by is null and j.failed_at is null and j.lane > k.after
        order by j.kind, j.lane limit 1)
      union all
      select (select j.lane from shop.jobs j
        where j.kind = k.kind and j.claimed_by is null and j.failed_at is null and j.lane > l.lane
        order by j.kind, j.lane limit 1), l.n + 1
      from lanes l where l.lane is not null and l.n <= max_lanes),
    heads as materialized (
      select l.lane, h.id, h.store_id, h.run_at, h.is_large, h.nth from lanes l
      cross join lateral (
        select j.id, j.store_id, j.key, j.run_at, j.is_large, j.wait_until, row_number() over (order by j.run_at, j.id) as nth
        from shop.jobs j
        where j.kind = k.kind and j.lane = l.lane and j.claimed_by is null and j.failed_at is null
          and (k.in_order or j.run_at <= clock_timestamp())
        order by j.run_at, j.id limit case when k.in_order then 1 else k.room end) h
      where l.lane is not null and l.n <= max_lanes
        and h.run_at <= clock_timestamp() and (h.wait_until is null or h.wait_until <= clock_timestamp())
        and (k.with_large or not h.is_large)
        -- Jobs with the same key run one at a time. If two failed at once, only one could be retried, because a key can
        -- have only one waiting job.
        and not (h.key is not null and exists (
          select from shop.jobs r where r.kind = k.kind and r.key = h.key and r.claimed_by is not null))
        and not (k.in_order and exists (
          select from shop.jobs r where r.kind = k.kind and r.lane = l.lane and r.claimed_by is not null))),
    owners as materialized (
      select s.store_id, door.owner_of_store(s.store_id)::text as owner
      from (select h.store_id from heads h union
        select r.store_id from shop.jobs r where r.kind = k.kind and r.claimed_by = worker) s
      where k.of_owner is not null and s.store_id is not null),
    held as materialized (
      select coalesce(o.owner, r.lane) as owner, count(*) as jobs from shop.jobs r
      left join owners o on o.store_id = r.store_id
      where k.of_owner is not null and r.kind = k.kind and r.claimed_by = worker group by 1),
    ranked as materialized (
      select h.id, h.lane, h.is_large, coalesce(o.owner, h.lane) as owner, h.run_at,
        greatest(h.run_at, of_owner.served_at) as waits_since,
        coalesce(held.jobs, 0) + row_number() over (
          partition by coalesce(o.owner, h.lane)
          order by h.nth, greatest(h.run_at, of_lane.served_at), h.id) as place
      from heads h
      left join owners o on o.store_id = h.store_id
      left join held on held.owner = coalesce(o.owner, h.lane)
      left join shop.job_turns of_lane on of_lane.kind = k.kind and of_lane.who = h.lane
      left join shop.job_turns of_owner on of_owner.kind = k.kind and of_owner.who = coalesce(o.owner, h.lane)),
    allowed as materialized (
      select r.*, row_number() over (partition by r.is_large order by r.place, r.waits_since, r.id) as nth_of_size
      from ranked r where r.place <= coalesce(k.of_owner, k.room)),
    wanted as materialized (
      select a.id, a.lane, a.owner from allowed a where not a.is_large or a.nth_of_size = 1
      order by a.place, a.waits_since, a.id limit k.room),
    locked as materialized (
      select j.id from shop.jobs j
      where j.id = any (array(select w.id from wanted w)) and j.claimed_by is null and j.failed_at is null
      for update skip locked),
    taken as (
      update shop.jobs j set claim = j.claim + 1, attempts = j.attempts + 1, claimed_by = worker, wait_until = null,
        lease_until = clock_timestamp() + k.lease_ms * interval '1 ms'
      where j.id = any (array(select l.id from locked l))
      returning j.id, j.kind, j.lane, j.store_id, j.payload, j.attempts, j.last_error, j.claim, j.is_large),
    turns as (
      insert into shop.job_turns (kind, who, served_at)
      select k.kind, t.who, clock_timestamp() from (
        select w.lane as who from wanted w join taken on taken.id = w.id
        union select w.owner from wanted w join taken on taken.id = w.id) t
      order by t.who
      on conflict (kind, who) do update set served_at = excluded.served_at)
    select (select jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'lane', t.lane, 'storeId', t.store_id,
        'payload', t.payload, 'attempts', t.attempts, 'lastError', t.last_error, 'claim', t.claim, 'isLarge', t.is_large) order by t.id) from taken t),
      (select l.lane from lanes l where l.n = max_lanes
        and exists (select from lanes m where m.n > max_lanes and m.lane is not null))
    into claimed, last_lane;
    jobs := jobs || coalesce(claimed, '[]');
    if last_lane is not null then
      cursors := cursors || jsonb_build_object(k.kind, last_lane);
    end if;
  end loop;
  return jsonb_build_object('jobs', jobs, 'next', cursors);
end $$;

grant execute on function door.claim_jobs to {{worker}};
