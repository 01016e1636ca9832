create or replace function door.forget_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare addresses text[] := old.former_emails || lower(old.email);
begin
  update shop.audit_entries e set before = null, after = null where e.store_id = new.store_id and e.entity_type = 'invitation'
    and e.entity_id in (select i.id from shop.invitations i where i.store_id = new.store_id and i.email = any(addresses));
  delete from shop.invitations where store_id = new.store_id and email = any(addresses);
  delete from shop.mailed_tokens where store_id = new.store_id and purpose = 'invitation' and lower(email) = any(addresses);
  return null;
end $$;
