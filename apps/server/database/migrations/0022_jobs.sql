-- Deferred work. Enqueued in the transaction of the change. Workers claim it only through door.work_jobs.
create table shop.jobs (
  -- Increases in the order of enqueueing.
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  -- A group of jobs that takes turns with other groups. For kinds that run in order, the jobs of a lane run one by one.
  lane text collate "C" not null check (lane <> ''),
  -- Null: belongs to no store.
  store_id uuid references shop.stores,
  payload jsonb not null,
  -- At most one waiting job of a kind has a given key.
  key text,
  -- A process runs large jobs of a kind one at a time.
  is_large boolean not null default false,
  -- The earliest start; also sorts the jobs of a lane. clock_timestamp(), because now() is the time before the
  -- transaction waited for locks.
  run_at timestamptz not null default clock_timestamp(),
  -- For kinds that run in order: the time until which the whole lane waits, after a failure or between steps.
  wait_until timestamptz,
  -- Set for recurring jobs, whose rows stay after a run.
  every interval,
  -- How many attempts count toward the maximum, including the current one. A step that makes progress resets it to 1.
  attempts int not null default 0,
  last_error text,
  -- The number of claims so far. Each step of a job, and its result, must name the current claim.
  claim int not null default 0,
  -- The advisory lock of the process that runs the job. If the lock is free, the job can be claimed again.
  claimed_by bigint,
  lease_until timestamptz,
  -- When the worker gave up on the job, which is kept for a month and can be retried by hand.
  failed_at timestamptz,
  check ((claimed_by is null) = (lease_until is null)),
  check (claimed_by is null or failed_at is null)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index jobs_waiting on shop.jobs (kind, lane, run_at, id) where claimed_by is null and failed_at is null;
create index jobs_by_key on shop.jobs (kind, key) where key is not null;
create unique index jobs_waiting_by_key on shop.jobs (kind, key) where key is not null and claimed_by is null and failed_at is null;
create index jobs_claimed on shop.jobs (kind, lane) where claimed_by is not null;
create index jobs_failed on shop.jobs (kind, failed_at) where failed_at is not null;
create unique index jobs_recurring on shop.jobs (kind) where every is not null;

-- When a lane or an owner of stores was last served. Losing it in a crash only changes whose turn is next.
create unlogged table shop.job_turns (
  kind text collate "C" not null,
  who text collate "C" not null,
  served_at timestamptz not null,
  primary key (kind, who)
);

insert into shop.jobs (kind, lane, store_id, payload, key, run_at, last_error)
select topic, store_id::text, store_id, payload, case when topic = 'language.moved' then store_id::text end, run_at, last_error
from shop.outbox where done_at is null order by run_at, id;
drop table shop.outbox;
