-- Imports and exports of a store's catalogue: a file each, worked off by the worker in steps. IN comes in pieces under
-- private/ of the files, OUT is written there.
create table shop.file_jobs (
  store_id uuid not null references shop.stores,
  id uuid not null,
  direction text not null check (direction in ('IN', 'OUT')),
  kind text not null,
  file_name text not null,
  dry_run boolean not null default false,
  bytes int not null default 0,
  parts int not null default 0,
  -- Null while the file is still coming.
  received_at timestamptz,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  step text check (step in ('CHECKING', 'PICTURES', 'WRITING')),
  done int not null default 0,
  total int,
  -- IN: the things that have to be written first and together. OUT: where the next page begins.
  arranged text[],
  next_page text not null default '',
  made int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  pictures_fetched int not null default 0,
  pictures_missing int not null default 0,
  faults int not null default 0,
  notices int not null default 0,
  failure text,
  -- Who asked for it: what it changes is written down as theirs.
  actor_kind text not null,
  actor_id uuid,
  trace_id text not null,
  -- Whose work it is for now; a step counts only while the claim is the one it began with.
  claim uuid,
  claimed_until timestamptz,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  primary key (store_id, id)
);
create index file_jobs_by_id on shop.file_jobs (id);
create index file_jobs_newest on shop.file_jobs (store_id, direction, id desc);
create index file_jobs_open on shop.file_jobs (created_at, id) where state in ('WAITING', 'RUNNING');
create index file_jobs_kept on shop.file_jobs (created_at, id) where parts > 0;
create index file_jobs_ended on shop.file_jobs (ended_at) where ended_at is not null;
call shop.protect('shop.file_jobs', 'staff');
call shop.name_kind('import', 'shop.file_jobs', 'direction = ''IN''');
call shop.name_kind('export', 'shop.file_jobs', 'direction = ''OUT''');

create table shop.file_findings (
  store_id uuid not null,
  job_id uuid not null,
  position int not null,
  kind text not null check (kind in ('FAULT', 'NOTICE', 'PICTURE')),
  row int,
  rows int not null,
  col text,
  message text not null,
  primary key (store_id, job_id, position),
  foreign key (store_id, job_id) references shop.file_jobs on delete cascade
);
call shop.protect('shop.file_findings', 'staff');

-- What nobody works on: of each store and direction the oldest alone, so that imports follow each other.
create function door.due_file_jobs(most int, at timestamptz, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select j.store_id, j.id, j.created_at::text from shop.file_jobs j
  join shop.stores s on s.id = j.store_id and s.deleted_at is null
  where j.state in ('WAITING', 'RUNNING') and j.received_at is not null and (j.claimed_until is null or j.claimed_until <= at)
    and (j.created_at, j.id) > (after_due::timestamptz, after_id)
    and not exists (select from shop.file_jobs o where o.store_id = j.store_id and o.direction = j.direction
      and o.state in ('WAITING', 'RUNNING') and o.received_at is not null and (o.created_at, o.id) < (j.created_at, j.id))
  order by j.created_at, j.id limit most
$$;

-- Whose files go: imports that have ended, exports that are over, and what never came whole.
create function door.stale_file_jobs(most int, at timestamptz, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select j.store_id, j.id, j.created_at::text from shop.file_jobs j
  where j.parts > 0 and (j.created_at, j.id) > (after_due::timestamptz, after_id)
    and (j.state in ('FAILED', 'CANCELLED') or (j.state = 'DONE' and (j.direction = 'IN' or j.expires_at <= at))
      or (j.received_at is null and j.created_at < at - interval '1 hour'))
  order by j.created_at, j.id limit most
$$;

create function door.forget_file_jobs(older_than interval, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.file_jobs where parts = 0
    and (ended_at < at - older_than or (received_at is null and created_at < at - interval '1 hour'))
$$;

grant delete on shop.file_jobs, shop.file_findings to {{doors}};
do $$
declare f text;
begin
  foreach f in array '{"due_file_jobs(int, timestamptz, text, uuid)","stale_file_jobs(int, timestamptz, text, uuid)","forget_file_jobs(interval, timestamptz)"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
    execute format('grant execute on function door.%s to {{worker}}', f);
  end loop;
end $$;
