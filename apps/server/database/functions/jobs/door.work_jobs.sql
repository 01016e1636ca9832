-- A worker's request, in one statement: records the outcomes of its jobs, releases the jobs of ended processes if `frees`
-- is true, and claims new jobs. See door.settle_jobs, door.free_jobs and door.claim_jobs.
create or replace function door.work_jobs(worker bigint, outcomes jsonb, kinds jsonb, frees boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform door.settle_jobs(outcomes);
  if frees then
    perform door.free_jobs(worker);
  end if;
  return door.claim_jobs(worker, kinds);
end $$;

grant execute on function door.work_jobs to {{worker}};
