-- The lock of the process that works on a job: who can take it knows that the process is gone.
alter table shop.file_jobs add column claimed_by bigint;

-- What nobody works on, and what somebody may be working on no more: claimJob() finds out.
create or replace function door.due_file_jobs(most int, at timestamptz, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select j.store_id, j.id, j.created_at::text from shop.file_jobs j
  join shop.stores s on s.id = j.store_id and s.deleted_at is null
  where j.state in ('WAITING', 'RUNNING') and j.received_at is not null
    and (j.claimed_until is null or j.claimed_until <= at or j.claimed_by is not null)
    and (j.created_at, j.id) > (after_due::timestamptz, after_id)
    and not exists (select from shop.file_jobs o where o.store_id = j.store_id and o.direction = j.direction
      and o.state in ('WAITING', 'RUNNING') and o.received_at is not null and (o.created_at, o.id) < (j.created_at, j.id))
  order by j.created_at, j.id limit most
$$;
