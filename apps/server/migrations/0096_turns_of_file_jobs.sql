-- Imports and exports take turns by how long they have waited for one. A check that takes longer than a turn goes on in the
-- next one from `checked`.
alter table shop.file_jobs add column turn_at timestamptz;
alter table shop.file_jobs add column checked int not null default 0;

drop function door.due_file_jobs(int, timestamptz, text, uuid);

-- The next jobs that may be free: of each store and direction the oldest alone, so that imports follow each other. What the
-- process holds already is in `known`.
create function door.next_file_jobs(max_jobs int, at timestamptz, known uuid[], large_bytes int, with_large boolean)
returns table (store_id uuid, id uuid, is_large boolean)
language sql stable security definer set search_path = '' as $$
  select j.store_id, j.id, j.direction = 'IN' and j.bytes > large_bytes from shop.file_jobs j
  join shop.stores s on s.id = j.store_id and s.deleted_at is null
  where j.state in ('WAITING', 'RUNNING') and j.received_at is not null
    and (j.claimed_until is null or j.claimed_until <= at or j.claimed_by is not null)
    and j.id <> all (known) and (with_large or j.direction = 'OUT' or j.bytes <= large_bytes)
    and not exists (select from shop.file_jobs o where o.store_id = j.store_id and o.direction = j.direction
      and o.state in ('WAITING', 'RUNNING') and o.received_at is not null and (o.created_at, o.id) < (j.created_at, j.id))
  order by coalesce(j.turn_at, j.received_at), j.id limit max_jobs
$$;
alter function door.next_file_jobs(int, timestamptz, uuid[], int, boolean) owner to {{doors}};
revoke all on function door.next_file_jobs(int, timestamptz, uuid[], int, boolean) from public;
grant execute on function door.next_file_jobs(int, timestamptz, uuid[], int, boolean) to {{worker}};
