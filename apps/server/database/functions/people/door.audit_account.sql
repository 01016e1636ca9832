-- Audits a user's action on an account. Logins and logouts are also audited in stores whose staff the user joined, if the
-- session was opened there or at the platform's host: at most 20 of each per hour and host, because a user can join any
-- number of stores.
create or replace function door.audit_account(new_id uuid, of_user uuid, by_user uuid, of_action text, of_entity_type text,
  of_entity uuid, state_before jsonb, state_after jsonb, with_trace text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into shop.account_entries (id, user_id, actor_id, action, entity_type, entity_id, before, after, trace_id)
  values (new_id, of_user, by_user, of_action, of_entity_type, of_entity, state_before, state_after, with_trace);
  insert into shop.audit_entries (store_id, id, actor_kind, actor_id, action, entity_type, entity_id, before, after, trace_id)
  select distinct a.store_id, new_id, 'user', by_user, of_action, of_entity_type, of_entity, state_before, state_after, with_trace
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type <> 'CUSTOMER'
  join shop.sessions s on s.id = of_entity and s.user_id = of_user and (s.opened_at_store is null or s.opened_at_store = a.store_id)
  where a.user_id = of_user and a.joined and of_action in ('LOGIN', 'LOGOUT')
    and (select count(*) from (
      select from shop.account_entries e join shop.sessions o on o.id = e.entity_id
      where e.user_id = of_user and e.action = of_action and e.created_at > now() - interval '1 hour'
        and o.opened_at_store is not distinct from s.opened_at_store limit 21) l) <= 20
$$;

grant execute on function door.audit_account to {{app}}, {{worker}};
