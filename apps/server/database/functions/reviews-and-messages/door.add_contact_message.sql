-- Stores a message once. Returns false if the same message arrived within the last hour, for example because of a
-- double click.
create or replace function door.add_contact_message(with_id uuid, with_name text, with_email text, with_subject text, with_message text,
  at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare of_store uuid := shop.current_store();
begin
  perform pg_advisory_xact_lock(hashtextextended('contact message ' || of_store || lower(with_email), 0));
  if exists (select from shop.contact_messages m where m.store_id = of_store and m.email = lower(with_email)
    and m.created_at > at - interval '1 hour' and m.name = with_name and m.subject = with_subject and m.message = with_message)
  then return false; end if;
  insert into shop.contact_messages (store_id, id, name, email, subject, message, created_at)
    values (of_store, with_id, with_name, lower(with_email), with_subject, with_message, at);
  return true;
end $$;

grant execute on function door.add_contact_message to {{app}}, {{worker}};
