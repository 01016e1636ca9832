-- Work that is done later: enqueued in the change's own transaction, claimed by workers through door.work_jobs alone.
create table shop.jobs (
  -- Also the order of enqueueing.
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  -- Jobs of a lane take turns with those of other lanes. Kinds that keep an order run the jobs of a lane one by one.
  lane text collate "C" not null check (lane <> ''),
  -- Null: of no store.
  store_id uuid references shop.stores,
  payload jsonb not null,
  -- Of the waiting jobs of a kind, at most one has the key.
  key text,
  -- Of the large jobs of a kind, a process runs one at a time.
  is_large boolean not null default false,
  -- Not before this time. The order in a lane; unlike now(), it follows the locks that the enqueueing transaction has taken.
  run_at timestamptz not null default clock_timestamp(),
  -- After a failure of a kind that keeps an order, the whole lane waits.
  wait_until timestamptz,
  -- Set for recurring jobs, which are never deleted.
  every interval,
  -- Runs since the last success, the current one included.
  attempts int not null default 0,
  last_error text,
  -- Counts the claims. Every step and the end of a job name the claim they belong to.
  claim int not null default 0,
  -- The advisory lock of the process that runs the job: whoever can take it knows that the process is gone.
  claimed_by bigint,
  lease_until timestamptz,
  -- Given up: kept for a month, and retried by hand.
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

-- When a lane, or an owner of stores, was last served. Lost in a crash, which only shortens somebody's wait.
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
