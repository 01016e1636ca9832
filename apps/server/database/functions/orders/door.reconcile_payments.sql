-- For the worker: adds a job for each payment that has been processing for too long and has none, not even one that was given
-- up. Returns how many it added.
create or replace function door.reconcile_payments(older_than interval, max_count int) returns int
language sql volatile security definer set search_path = '' as $$
  with added as (
    insert into shop.jobs (kind, lane, store_id, key, payload)
    select 'payments.reconcile', p.store_id::text, p.store_id, p.id::text, jsonb_build_object('paymentId', p.id)
    from shop.payments p
    where p.state = 'processing' and p.updated_at < now() - older_than
      and not exists (select from shop.jobs j where j.kind = 'payments.reconcile' and j.key = p.id::text)
    order by p.updated_at, p.id limit max_count
    on conflict do nothing returning 1)
  select count(*)::int from added
$$;

grant execute on function door.reconcile_payments to {{worker}};
