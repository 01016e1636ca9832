-- For the worker: adds a job for each unsettled part of a refund that has waited long enough and has none. The wait
-- begins with older_than and doubles with each call to the provider, up to 120 times older_than. A job that failed for
-- good gets one more attempt every six hours until its part is settled. Returns how many jobs were added or will be retried.
create or replace function door.reconcile_refunds(older_than interval, max_count int) returns int
language sql volatile security definer set search_path = '' as $$
  with again as (
    update shop.jobs j set failed_at = null, attempts = greatest(j.attempts - 1, 0), run_at = clock_timestamp()
    where j.id in (
        select f.id from shop.jobs f join shop.refund_payments r on r.store_id = f.store_id and r.id::text = f.key
        where f.kind = 'refunds.settle' and f.failed_at <= now() - interval '6 hours'
          and r.state in ('pending', 'processing') and not door.is_replaced(f)
        order by f.failed_at, f.id limit max_count)
      and j.failed_at is not null
    returning 1),
  added as (
    insert into shop.jobs (kind, lane, store_id, key, payload)
    select 'refunds.settle', r.store_id::text, r.store_id, r.id::text, jsonb_build_object('refundPaymentId', r.id)
    from shop.refund_payments r
    where r.state in ('pending', 'processing')
      and r.updated_at < now() - older_than * least(power(2, least(greatest(r.attempts - 1, 0), 10)), 120)
      and not exists (select from shop.jobs j where j.kind = 'refunds.settle' and j.key = r.id::text)
    order by r.updated_at, r.id limit max_count
    on conflict do nothing returning 1)
  select ((select count(*) from again) + (select count(*) from added))::int
$$;

grant execute on function door.reconcile_refunds to {{worker}};
