-- For the worker: adds a job for each payment with a dispute that is due to be checked at its provider. If such a job
-- has already failed for good, lets it try once more. An open dispute is due again after a day. A lost one can still be
-- won for half a year, and is due again after a week until then. Returns how many disputes were due.
create or replace function door.reconcile_disputes(at timestamptz, max_count int) returns int
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select d.store_id, d.id from shop.disputes d where d.ask_at <= at order by d.ask_at, d.id limit max_count
    for update skip locked),
  noted as materialized (
    update shop.disputes d set ask_at = case when d.state = 'open' then at + interval '1 day'
      when d.closed_at > at - interval '180 days' then at + interval '7 days' end
    from due where d.store_id = due.store_id and d.id = due.id
    returning d.store_id, d.payment_id),
  again as (
    update shop.jobs j set failed_at = null, attempts = greatest(j.attempts - 1, 0), run_at = clock_timestamp()
    where j.id in (
        select max(f.id) from shop.jobs f
        where f.kind = 'disputes.settle' and f.key in (select n.payment_id::text from noted n)
          and f.failed_at is not null and not door.is_replaced(f)
        group by f.key)
      and j.failed_at is not null),
  added as (
    insert into shop.jobs (kind, lane, store_id, key, payload)
    select distinct 'disputes.settle', n.store_id::text, n.store_id, n.payment_id::text,
      jsonb_build_object('paymentId', n.payment_id)
    from noted n
    where not exists (select from shop.jobs j where j.kind = 'disputes.settle' and j.key = n.payment_id::text)
    on conflict do nothing)
  select count(*)::int from noted
$$;

grant execute on function door.reconcile_disputes to {{worker}};
