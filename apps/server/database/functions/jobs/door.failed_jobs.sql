-- The jobs that the worker gave up on, newest first.
create or replace function door.failed_jobs(max_count int)
returns table (id bigint, kind text, store_id uuid, payload jsonb, attempts int, last_error text, failed_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select j.id, j.kind, j.store_id, j.payload, j.attempts, j.last_error, j.failed_at from shop.jobs j
  where j.failed_at is not null order by j.failed_at desc, j.id desc limit max_count
$$;

grant execute on function door.failed_jobs to {{worker}};
