-- What shoppers write to a store with its contact form. Nobody has proven that the email address is theirs.
create table shop.contact_messages (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null,
  email text not null check (email = lower(email)),
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (store_id, id)
);
create index contact_messages_by_email on shop.contact_messages (store_id, email, id);
create index contact_messages_by_age on shop.contact_messages (created_at);
call shop.protect('shop.contact_messages', 'staff');
revoke insert, update, delete on shop.contact_messages from {{app}}, {{worker}};
grant insert, delete on shop.contact_messages to {{doors}};

-- False where the same message came within the last hour, as by a double click: it is stored once.
create function door.add_contact_message(with_id uuid, with_name text, with_email text, with_subject text, with_message text,
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

-- For the export of a customer, the newest first. Not those of former addresses, which may be somebody else's by now.
create function door.contact_messages_of(of_customer uuid)
returns table (id uuid, name text, email text, subject text, message text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.id, m.name, m.email, m.subject, m.message, m.created_at
  from shop.customers c join shop.contact_messages m on m.store_id = c.store_id and m.email = lower(c.email)
  where c.store_id = shop.current_store() and c.id = of_customer and c.erased_at is null
    and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer())
  order by m.id desc limit 1000
$$;

-- Whichever way a customer is erased, the messages go with the addresses they were sent with.
create function door.forget_contact_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.contact_messages m
    where m.store_id = old.store_id and m.email = any(old.former_emails || lower(old.email));
  return null;
end $$;

create function door.sweep_contact_messages() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.contact_messages where created_at < now() - interval '2 years';
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('add_contact_message', 'contact_messages_of', 'forget_contact_messages', 'sweep_contact_messages') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    if f.proname <> 'forget_contact_messages' then
      execute format('grant execute on function %s to {{worker}}', f.name);
    end if;
  end loop;
end $$;
grant execute on function door.add_contact_message(uuid, text, text, text, text, timestamptz), door.contact_messages_of(uuid) to {{app}};
grant execute on function door.forget_contact_messages() to current_user;

create trigger forget_contact_messages after update of erased_at on shop.customers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function door.forget_contact_messages();
