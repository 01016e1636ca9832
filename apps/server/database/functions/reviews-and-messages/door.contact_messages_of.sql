-- A customer's contact messages for their export, newest first, older than `before`. Excludes messages from former addresses,
-- which may now belong to another person.
create or replace function door.contact_messages_of(of_customer uuid, before uuid, max int)
returns table (id uuid, name text, email text, subject text, message text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.id, m.name, m.email, m.subject, m.message, m.created_at
  from shop.customers c join shop.contact_messages m on m.store_id = c.store_id and m.email = lower(c.email)
  where c.store_id = shop.current_store() and c.id = of_customer and c.erased_at is null
    and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer())
    and (before is null or m.id < before)
  order by m.id desc limit max
$$;

grant execute on function door.contact_messages_of to {{app}}, {{worker}};
