create or replace function door.forget_file_jobs(older_than interval, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.file_jobs where parts = 0
    and (ended_at < at - older_than or (received_at is null and arriving_at < at - interval '1 hour'))
$$;

grant execute on function door.forget_file_jobs to {{worker}};
