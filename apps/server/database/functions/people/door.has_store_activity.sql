-- Whether audit logs need the user's name: the user accepted a role, got one from the operator, or worked in a store.
create or replace function door.has_store_activity(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.audit_entries e
      where e.actor_kind = 'user' and e.actor_id = of_user and e.origin = 'SYSTEM' and e.entity_type <> 'session'
        and not (e.entity_type = 'role assignment' and e.entity_id = of_user and e.action = 'DELETE'))
    or exists (select from shop.stores s where exists (select from shop.audit_entries e
      where e.store_id = s.id and e.entity_id = of_user and e.entity_type = 'role assignment' and e.origin = 'SYSTEM'
        and e.actor_kind = 'system'))
$$;
