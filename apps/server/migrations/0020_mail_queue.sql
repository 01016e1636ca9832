-- Mails that wait to be written and sent: a store's own, and those of no store (people's accounts). A request may only
-- add; the worker takes and ends them through doors. `data` holds ids, the address stands here alone.
create table shop.mails (
  store_id uuid not null references shop.stores,
  id uuid not null,
  template text not null,
  recipient text not null,
  language text,
  data jsonb not null,
  is_bulk boolean not null default false,
  created_at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'dropped', 'refused', 'given up')),
  primary key (store_id, id),
  check ((ended_at is null) = (outcome is null))
);
create index mails_due on shop.mails (is_bulk, run_at) where ended_at is null;
create index mails_ended on shop.mails (ended_at) where ended_at is not null;
create index mails_by_recipient on shop.mails (store_id, lower(recipient));
call shop.protect('shop.mails', 'append');

create table shop.account_mails (like shop.mails including defaults including constraints);
alter table shop.account_mails drop column store_id, drop column is_bulk, add primary key (id);
create index account_mails_due on shop.account_mails (run_at) where ended_at is null;
create index account_mails_ended on shop.account_mails (ended_at) where ended_at is not null;
create index account_mails_by_recipient on shop.account_mails (lower(recipient));
alter table shop.account_mails enable row level security;
alter table shop.account_mails force row level security;
create policy add on shop.account_mails for insert to {{app}}, {{worker}} with check (true);
create policy doors on shop.account_mails to {{doors}} using (true) with check (true);

revoke select, update, delete on shop.mails from {{app}}, {{worker}};
grant insert on shop.account_mails to {{app}}, {{worker}};
grant select, update, delete on shop.mails, shop.account_mails to {{doors}};

-- A claim counts as a try and is the claimer's for five minutes, which is longer than any sending takes. Accounts' mails
-- get up to half of the places, then what shoppers wait for, then what is sent to many.
create function door.claim_mails(most int)
returns table (store_id uuid, id uuid, template text, recipient text, language text, data jsonb, attempts int)
language sql volatile security definer set search_path = '' as $$
  with accounts as (
    update shop.account_mails m set attempts = m.attempts + 1, run_at = now() + interval '5 minutes'
    from (select d.id from shop.account_mails d where d.ended_at is null and d.run_at <= now()
          order by d.run_at limit (most + 1) / 2 for update skip locked) due
    where m.id = due.id
    returning null::uuid as store_id, m.id, m.template, m.recipient, m.language, m.data, m.attempts),
  stores as (
    update shop.mails m set attempts = m.attempts + 1, run_at = now() + interval '5 minutes'
    from (select d.store_id, d.id from shop.mails d where d.ended_at is null and d.run_at <= now()
          order by d.is_bulk, d.run_at limit most - (select count(*) from accounts) for update skip locked) due
    where m.store_id = due.store_id and m.id = due.id
    returning m.store_id, m.id, m.template, m.recipient, m.language, m.data, m.attempts)
  select * from accounts union all select * from stores
$$;

create function door.end_mail(of_store uuid, of_id uuid, with_outcome text, reason text) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.mails set ended_at = now(), outcome = with_outcome, last_error = reason
    where store_id = of_store and id = of_id and ended_at is null;
  update shop.account_mails set ended_at = now(), outcome = with_outcome, last_error = reason
    where of_store is null and id = of_id and ended_at is null;
$$;

-- Puts the next try off. False where the mail has been tried for long enough and is given up.
create function door.delay_mail(of_store uuid, of_id uuid, by_time interval, for_at_most interval, reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare made timestamptz;
begin
  select created_at into made from shop.mails where store_id = of_store and id = of_id
    union all select created_at from shop.account_mails where of_store is null and id = of_id;
  if made < now() - for_at_most then
    perform door.end_mail(of_store, of_id, 'given up', reason);
    return false;
  end if;
  update shop.mails set run_at = now() + by_time, last_error = reason
    where store_id = of_store and id = of_id and ended_at is null;
  update shop.account_mails set run_at = now() + by_time, last_error = reason
    where of_store is null and id = of_id and ended_at is null;
  return true;
end $$;

-- How many wait, and how many were never delivered in the last 30 days.
create function door.count_mails() returns table (waiting int, undelivered int)
language sql stable security definer set search_path = '' as $$
  select (select count(*)::int from shop.mails where ended_at is null)
      + (select count(*)::int from shop.account_mails where ended_at is null),
    (select count(*)::int from shop.mails where ended_at is not null and outcome in ('refused', 'given up'))
      + (select count(*)::int from shop.account_mails where ended_at is not null and outcome in ('refused', 'given up'))
$$;

create function door.sweep_mails() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.mails where ended_at < now() - interval '30 days';
  delete from shop.account_mails where ended_at < now() - interval '30 days';
$$;

-- A person's erasure: what waits for them in the entered store, and what was sent, goes. Staff and the system alone.
create function door.forget_mails(of_recipient text) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int;
begin
  if shop.current_scope() not in ('staff', 'system') then
    raise exception 'no tie to this store' using errcode = 'VT404';
  end if;
  delete from shop.mails where store_id = shop.current_store() and lower(recipient) = lower(of_recipient);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function door.forget_account_mails(of_recipient text) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int;
begin
  delete from shop.account_mails where lower(recipient) = lower(of_recipient);
  get diagnostics gone = row_count;
  return gone;
end $$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('claim_mails', 'end_mail', 'delay_mail', 'count_mails', 'sweep_mails', 'forget_mails', 'forget_account_mails') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{worker}}', f.name);
    if f.proname in ('forget_mails', 'forget_account_mails') then
      execute format('grant execute on function %s to {{app}}', f.name);
    end if;
  end loop;
end $$;

-- What the outbox still had to send goes on here; a subscription's link was made of a secret and has to be asked for again.
alter table shop.outbox no force row level security;
alter table shop.orders no force row level security;
alter table shop.mails no force row level security;
insert into shop.mails (store_id, id, template, recipient, data, created_at)
  select x.store_id, x.id, 'order-confirmation', o.email, x.payload, x.run_at
  from shop.outbox x join shop.orders o on o.store_id = x.store_id and o.id = (x.payload ->> 'orderId')::uuid
  where x.topic = 'order.paid' and x.done_at is null and o.email is not null;
delete from shop.outbox where topic in ('order.paid', 'subscription.requested');
alter table shop.outbox force row level security;
alter table shop.orders force row level security;
alter table shop.mails force row level security;
