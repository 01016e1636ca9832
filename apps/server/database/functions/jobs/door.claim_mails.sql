-- A claim counts as an attempt and holds for five minutes, longer than any sending takes. Mails of accounts get up to half of the
-- batch, then come mails that shoppers wait for, then bulk mails.
create or replace function door.claim_mails(max_count int)
returns table (store_id uuid, id uuid, template text, recipient text, language text, data jsonb, attempts int)
language sql volatile security definer set search_path = '' as $$
  with due_of_accounts as materialized (
    select d.id from shop.account_mails d where d.ended_at is null and d.run_at <= now()
    order by d.run_at limit (max_count + 1) / 2 for update skip locked),
  accounts as (
    update shop.account_mails m set attempts = m.attempts + 1, run_at = now() + interval '5 minutes'
    from due_of_accounts due where m.id = due.id
    returning null::uuid as store_id, m.id, m.template, m.recipient, m.language, m.data, m.attempts),
  due_of_stores as materialized (
    select d.store_id, d.id from shop.mails d where d.ended_at is null and d.run_at <= now()
    order by d.is_bulk, d.run_at limit max_count - (select count(*) from accounts) for update skip locked),
  stores as (
    update shop.mails m set attempts = m.attempts + 1, run_at = now() + interval '5 minutes'
    from due_of_stores due where m.store_id = due.store_id and m.id = due.id
    returning m.store_id, m.id, m.template, m.recipient, m.language, m.data, m.attempts)
  select * from accounts union all select * from stores
$$;

grant execute on function door.claim_mails to {{worker}};
