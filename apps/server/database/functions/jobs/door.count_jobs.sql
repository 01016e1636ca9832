-- For metrics and the system's status: the jobs by kind, and the emails of the last 30 days that were not delivered. A
-- job's waiting time is counted from its run_at.
create or replace function door.count_jobs() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kinds', (select coalesce(jsonb_agg(k.* order by k.kind), '[]') from (
      select j.kind,
        count(*) filter (where j.failed_at is null and j.claimed_by is null and j.every is null) as waiting,
        count(*) filter (where j.claimed_by is not null) as running,
        count(*) filter (where j.failed_at is not null) as failed,
        coalesce(round(extract(epoch from now() - min(j.run_at) filter (where j.failed_at is null and j.claimed_by is null
          and j.run_at <= now() and (j.wait_until is null or j.wait_until <= now())))), 0)::int as "longestWaitSeconds"
      from shop.jobs j group by j.kind) k),
    'undeliveredMails', (select count(*) from shop.mails where ended_at is not null and outcome in ('refused', 'given up'))
      + (select count(*) from shop.account_mails where ended_at is not null and outcome in ('refused', 'given up')))
$$;

grant execute on function door.count_jobs to {{worker}};
