-- Releases the jobs of processes that have ended (their advisory lock can be taken), and jobs that hang (their lease has
-- expired). Skips a job whose step is being written, because its row is locked.
create or replace function door.free_jobs(worker bigint) returns void
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare freed bigint[];
begin
  if not exists (select from shop.jobs j where j.claimed_by is not null) then
    return;
  end if;
  with others as materialized (
    select distinct j.claimed_by as process from shop.jobs j where j.claimed_by is not null and j.claimed_by <> worker),
  gone as materialized (
    select o.process from others o where pg_try_advisory_xact_lock(o.process)),
  stuck as materialized (
    select j.id from shop.jobs j
    where j.claimed_by is not null and (j.lease_until < clock_timestamp() or j.claimed_by in (select g.process from gone g))
    order by j.id for update skip locked)
  select array_agg(s.id) into freed from stuck s;
  if freed is null then
    return;
  end if;
  for attempt in 1 .. 5 loop
    delete from shop.jobs j where j.id = any (freed) and door.is_replaced(j);
    begin
      update shop.jobs j set claimed_by = null, lease_until = null where j.id = any (freed);
      return;
    exception when unique_violation then
      -- As in door.settle_jobs: a job with the same key was enqueued after the deletion.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end $$;

grant execute on function door.free_jobs to {{worker}};
