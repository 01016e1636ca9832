-- A mail that was not sent yet. One that was given up is sent when somebody retries its job.
create or replace function door.mail_to_send(of_store uuid, of_id uuid)
returns table (template text, recipient text, language text, data jsonb, created_at timestamptz)
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select m.template, m.recipient, m.language, m.data, m.created_at from shop.mails m
    where m.store_id = of_store and m.id = of_id and coalesce(m.outcome, 'given up') = 'given up'
  union all
  select m.template, m.recipient, m.language, m.data, m.created_at from shop.account_mails m
    where of_store is null and m.id = of_id and coalesce(m.outcome, 'given up') = 'given up'
$$;

grant execute on function door.mail_to_send to {{worker}};
