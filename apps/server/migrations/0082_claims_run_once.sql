-- A claim picks its rows in a MATERIALIZED query. As a plain subquery of an UPDATE or DELETE, PostgreSQL may run the pick
-- once per row of the other side of a nested loop. Each run skips the rows already claimed and locks the next ones, so the
-- claim exceeds its limit.

create or replace function door.claim_outbox(most int) returns table (store_id uuid, id uuid, topic text, payload jsonb, attempts int)
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select d.store_id, d.id from shop.outbox d where d.done_at is null and d.run_at <= now()
    order by d.run_at limit most for update skip locked)
  update shop.outbox o set attempts = o.attempts + 1, run_at = now() + interval '10 s' * 2 ^ least(o.attempts, 10)
  from due where o.store_id = due.store_id and o.id = due.id
  returning o.store_id, o.id, o.topic, o.payload, o.attempts
$$;

create or replace function door.claim_mails(most int)
returns table (store_id uuid, id uuid, template text, recipient text, language text, data jsonb, attempts int)
language sql volatile security definer set search_path = '' as $$
  with due_of_accounts as materialized (
    select d.id from shop.account_mails d where d.ended_at is null and d.run_at <= now()
    order by d.run_at limit (most + 1) / 2 for update skip locked),
  accounts as (
    update shop.account_mails m set attempts = m.attempts + 1, run_at = now() + interval '5 minutes'
    from due_of_accounts due where m.id = due.id
    returning null::uuid as store_id, m.id, m.template, m.recipient, m.language, m.data, m.attempts),
  due_of_stores as materialized (
    select d.store_id, d.id from shop.mails d where d.ended_at is null and d.run_at <= now()
    order by d.is_bulk, d.run_at limit most - (select count(*) from accounts) for update skip locked),
  stores as (
    update shop.mails m set attempts = m.attempts + 1, run_at = now() + interval '5 minutes'
    from due_of_stores due where m.store_id = due.store_id and m.id = due.id
    returning m.store_id, m.id, m.template, m.recipient, m.language, m.data, m.attempts)
  select * from accounts union all select * from stores
$$;

create or replace function door.claim_domains(at timestamptz, most int) returns table (store_id uuid, id uuid)
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select c.id from shop.domains c join shop.stores s on s.id = c.store_id and s.deleted_at is null
    where c.status = 'VERIFYING' and c.next_check_at <= at order by c.next_check_at limit most for update of c skip locked)
  update shop.domains d set checks = d.checks + 1,
    next_check_at = at + least(interval '1 hour', interval '1 minute' * 2 ^ least(d.checks, 10))
  from due where d.id = due.id
  returning d.store_id, d.id
$$;

create or replace function door.forget_bulk_edits(at timestamptz, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int; emptied int;
begin
  -- An edit that is being forgotten must not be run any more.
  update shop.bulk_edits e set state = 'CANCELLED', due_at = null, version = version + 1
    where e.ran_at is null and e.created_at < at - interval '30 days' and e.state <> 'CANCELLED';
  with old as materialized (
    select o.store_id, o.bulk_edit_id, o.position from shop.bulk_edits e
    join shop.bulk_edit_items o on o.store_id = e.store_id and o.bulk_edit_id = e.id
    where e.ran_at is null and e.created_at < at - interval '30 days' limit most)
  delete from shop.bulk_edit_items i using old
    where i.store_id = old.store_id and i.bulk_edit_id = old.bulk_edit_id and i.position = old.position;
  get diagnostics gone = row_count;
  delete from shop.bulk_edits e where e.ran_at is null and e.created_at < at - interval '30 days'
    and not exists (select from shop.bulk_edit_items i where i.store_id = e.store_id and i.bulk_edit_id = e.id);
  get diagnostics emptied = row_count;
  return gone + emptied;
end $$;
