-- Jobs whose files can be deleted: imports that are done, failed or canceled; exports that failed, were canceled or
-- have expired; and incomplete uploads that got no data for an hour.
create or replace function door.stale_file_jobs(max_count int, at timestamptz, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select j.store_id, j.id, j.created_at::text from shop.file_jobs j
  where j.parts > 0 and (j.created_at, j.id) > (after_due::timestamptz, after_id)
    and (j.state in ('FAILED', 'CANCELLED') or (j.state = 'DONE' and (j.direction = 'IN' or j.expires_at <= at))
      or (j.received_at is null and j.arriving_at < at - interval '1 hour'))
  order by j.created_at, j.id limit max_count
$$;

grant execute on function door.stale_file_jobs to {{worker}};
