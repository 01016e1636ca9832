-- For the worker: adds a job for each unsettled part of a refund that has waited long enough and has no job, not even
-- one that failed for good. The wait begins with older_than and doubles with each call to the provider, up to 120
-- times older_than. Returns how many jobs it added.
create or replace function door.reconcile_refunds(older_than interval, max_count int) returns int
language sql volatile security definer set search_path = '' as $$
  with added as (
    insert into shop.jobs (kind, lane, store_id, key, payload)
    select 'refunds.settle', r.store_id::text, r.store_id, r.id::text, jsonb_build_object('refundPaymentId', r.id)
    from shop.refund_payments r
    where r.state in ('pending', 'processing')
      and r.updated_at < now() - older_than * least(power(2, least(greatest(r.attempts - 1, 0), 10)), 120)
      and not exists (select from shop.jobs j where j.kind = 'refunds.settle' and j.key = r.id::text)
    order by r.updated_at, r.id limit max_count
    on conflict do nothing returning 1)
  select count(*)::int from added
$$;

grant execute on function door.reconcile_refunds to {{worker}};
