-- Stores one row for each recurring job, regardless of the number of processes. Removes the rows of kinds that no longer
-- recur, unless they are running.
create or replace function door.schedule_jobs(recurring jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from shop.jobs j where j.every is not null and j.claimed_by is null
    and j.kind not in (select r.kind from jsonb_to_recordset(recurring) r (kind text));
  insert into shop.jobs (kind, lane, payload, every)
  select r.kind, r.kind, '{}', make_interval(secs => r.seconds) from jsonb_to_recordset(recurring) r (kind text, seconds float)
  order by r.kind
  on conflict (kind) where every is not null do update set every = excluded.every where jobs.every <> excluded.every;
end $$;

grant execute on function door.schedule_jobs to {{worker}};
