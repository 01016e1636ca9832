-- For the worker: adds a job for each account at a payment provider whose reconciliation is due, unless it already has one.
-- An account is due a day after its last reconciliation, or immediately if it was never reconciled. Returns how many were
-- due.
create or replace function door.due_reconciliations(at timestamptz, max_count int) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select p.store_id, p.id
    from shop.payment_providers p
    join shop.stores s on s.id = p.store_id and s.deleted_at is null
    left join shop.reconciliations r on r.store_id = p.store_id and r.account_id = p.id
    where p.provider <> 'OTHER' and coalesce(r.due_at <= at, true)
    order by r.due_at nulls first, p.id limit max_count),
  noted as (
    insert into shop.reconciliations (store_id, account_id, due_at)
    select d.store_id, d.id, at + interval '1 day' from due d
    on conflict (store_id, account_id) do update set due_at = excluded.due_at
    returning store_id, account_id),
  added as (
    insert into shop.jobs (kind, lane, store_id, key, payload)
    select 'reconciliation.run', n.store_id::text, n.store_id, n.account_id::text, jsonb_build_object('accountId', n.account_id)
    from noted n
    on conflict do nothing returning 1)
  select count(*)::int from noted
$$;

grant execute on function door.due_reconciliations to {{worker}};
