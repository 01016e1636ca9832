-- Of the given emails, returns those that must still be sent. Includes emails that the worker gave up on, because their
-- job may be retried.
create or replace function door.mails_to_send(of_stores uuid[], of_ids uuid[])
returns table (store_id uuid, id uuid, template text, recipient text, user_id uuid, language text, data jsonb, created_at timestamptz)
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select m.store_id, m.id, m.template, m.recipient, m.user_id, m.language, m.data, m.created_at
    from unnest(of_stores, of_ids) w(of_store, of_id)
    cross join lateral (
      select s.* from shop.mails s
      where s.store_id = w.of_store and s.id = w.of_id and coalesce(s.outcome, 'given up') = 'given up' offset 0) m
  union all
  select null, m.id, m.template, m.recipient, m.user_id, m.language, m.data, m.created_at
    from unnest(of_stores, of_ids) w(of_store, of_id)
    cross join lateral (
      select a.* from shop.account_mails a
      where w.of_store is null and a.id = w.of_id and coalesce(a.outcome, 'given up') = 'given up' offset 0) m
$$;

grant execute on function door.mails_to_send to {{worker}};
