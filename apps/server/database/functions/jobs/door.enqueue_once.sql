-- Enqueues a job. If a job with this key is already waiting, replaces that job's payload instead, and lets it run at
-- the earlier of the two times. The row stays locked until the commit, so that no worker runs the job before the
-- caller's changes are visible.
create or replace function door.enqueue_once(of_kind text, of_lane text, of_store uuid, with_key text, with_payload jsonb, at timestamptz)
returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  if of_store is not null and of_store is distinct from shop.current_store() then
    raise exception 'the job belongs to another store' using errcode = 'VT404';
  end if;
  insert into shop.jobs (kind, lane, store_id, key, payload, run_at)
  values (of_kind, of_lane, of_store, with_key, with_payload, coalesce(at, clock_timestamp()))
  on conflict (kind, key) where key is not null and claimed_by is null and failed_at is null
  do update set payload = excluded.payload, run_at = least(jobs.run_at, excluded.run_at);
end $$;

grant execute on function door.enqueue_once to {{app}}, {{worker}};
