-- The lease of a claim grows to 40 seconds. The backoff of a job that failed is set when its failure is recorded, so that
-- a time in which nothing can be recorded (a full disk, a lost connection) does not delay the job by hours.
create or replace function door.claim_outbox(most int) returns table (store_id uuid, id uuid, topic text, payload jsonb, attempts int)
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select d.store_id, d.id from shop.outbox d where d.done_at is null and d.run_at <= now()
    order by d.run_at limit most for update skip locked)
  update shop.outbox o set attempts = o.attempts + 1, run_at = now() + interval '10 s' * 2 ^ least(o.attempts, 2)
  from due where o.store_id = due.store_id and o.id = due.id
  returning o.store_id, o.id, o.topic, o.payload, o.attempts
$$;
