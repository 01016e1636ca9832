-- Called at the beginning of each step, in its transaction. Returns false if the claim is no longer held. Renews the lease
-- and locks the job, so that no other process gets it while the step is written. progress: later attempts need not repeat
-- this step, so its commit resets the number of attempts to 1.
create or replace function door.hold_job(of_id bigint, of_claim int, lease_ms float, progress boolean) returns boolean
language sql volatile security definer set search_path = '' set enable_seqscan = off as $$
  with held as (
    update shop.jobs set lease_until = clock_timestamp() + lease_ms * interval '1 ms',
      attempts = case when progress then 1 else attempts end
    where id = of_id and claim = of_claim and claimed_by is not null returning 1)
  select exists (select from held)
$$;

grant execute on function door.hold_job to {{worker}};
