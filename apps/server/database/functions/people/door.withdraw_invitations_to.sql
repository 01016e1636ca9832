-- Withdraws all stores' open invitations to a verified address that its account no longer uses, because whoever reads
-- that mailbox later could accept them. Deletes their tokens first, as accepting an invitation does.
create or replace function door.withdraw_invitations_to(address text, at timestamptz, with_trace text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.mailed_tokens t using shop.invitations i
  where i.email = lower(address) and i.accepted_at is null and i.withdrawn_at is null and t.id = i.token_id;
  with gone as (
    update shop.invitations i set withdrawn_at = at
    where i.email = lower(address) and i.accepted_at is null and i.withdrawn_at is null
    returning i.store_id, i.id, i.role_id, i.role_name)
  insert into shop.audit_entries (store_id, id, actor_kind, action, entity_type, entity_id, before, trace_id)
  select store_id, gen_random_uuid(), 'system', 'DELETE', 'invitation', id,
    jsonb_build_object('roleId', role_id, 'role', role_name), with_trace from gone
$$;

grant execute on function door.withdraw_invitations_to to {{app}};
