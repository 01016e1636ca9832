-- For the worker: adds a job for each payment that has been processing for too long and has none. A job that failed for
-- good gets one more attempt every six hours until its payment is settled. Returns how many jobs were added or will be retried.
create or replace function door.reconcile_payments(older_than interval, max_count int) returns int
language sql volatile security definer set search_path = '' as $$
  with again as (
    update shop.jobs j set failed_at = null, attempts = greatest(j.attempts - 1, 0), run_at = clock_timestamp()
    where j.id in (
        select f.id from shop.jobs f join shop.payments p on p.store_id = f.store_id and p.id::text = f.key
        where f.kind = 'payments.reconcile' and f.failed_at <= now() - interval '6 hours' and p.state = 'processing'
          and not door.is_replaced(f)
        order by f.failed_at, f.id limit max_count)
      and j.failed_at is not null
    returning 1),
  added as (
    insert into shop.jobs (kind, lane, store_id, key, payload)
    select 'payments.reconcile', p.store_id::text, p.store_id, p.id::text, jsonb_build_object('paymentId', p.id)
    from shop.payments p
    where p.state = 'processing' and p.updated_at < now() - older_than
      and not exists (select from shop.jobs j where j.kind = 'payments.reconcile' and j.key = p.id::text)
    order by p.updated_at, p.id limit max_count
    on conflict do nothing returning 1)
  select ((select count(*) from again) + (select count(*) from added))::int
$$;

grant execute on function door.reconcile_payments to {{worker}};
