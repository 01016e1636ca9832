create or replace function door.sweep_contact_messages() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.contact_messages where created_at < now() - interval '2 years';
$$;

grant execute on function door.sweep_contact_messages to {{worker}};
