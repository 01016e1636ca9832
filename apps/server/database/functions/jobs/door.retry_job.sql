-- For manual retries: lets a job that the worker gave up on run again, or deletes the job if another one with its key
-- is already waiting. Returns false if there is no such job.
create or replace function door.retry_job(of_id bigint) returns boolean
language sql volatile security definer set search_path = '' as $$
  with gone as (
    delete from shop.jobs j where j.id = of_id and j.failed_at is not null and door.is_replaced(j) returning 1),
  retried as (
    update shop.jobs j set failed_at = null, attempts = 0, wait_until = null, run_at = clock_timestamp()
    where j.id = of_id and j.failed_at is not null and not door.is_replaced(j) returning 1)
  select exists (select from gone) or exists (select from retried)
$$;

grant execute on function door.retry_job to {{worker}};
