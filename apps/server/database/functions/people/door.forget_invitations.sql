create or replace function door.forget_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone uuid[];
begin
  with deleted as (
    delete from shop.invitations i using door.emails_of(old) e
      where i.store_id = new.store_id and i.email = e.email and i.created_at between e.since and e.until
      returning i.id, i.token_id),
  tokens as (delete from shop.mailed_tokens t using deleted where t.id = deleted.token_id)
  select array_agg(id) into gone from deleted;
  update shop.audit_entries e set before = null, after = null
    where e.store_id = new.store_id and e.entity_type = 'invitation' and e.entity_id = any(gone);
  delete from shop.mailed_tokens t using door.emails_of(old) e
    where t.store_id = new.store_id and t.purpose = 'invitation' and lower(t.email) = e.email and t.created_at between e.since and e.until;
  return null;
end $$;
