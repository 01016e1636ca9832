-- What happens to accounts, which belong to no store; and the audit read newest first.
create table shop.account_entries (
  id uuid primary key,
  -- Whose account; actor_id: which user did it, null for the system.
  user_id uuid not null references shop.users,
  actor_id uuid,
  action text not null check (action in ('OTHER', 'CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT')),
  entity_type text not null,
  entity_id uuid,
  before jsonb,
  after jsonb,
  trace_id text,
  created_at timestamptz not null default now()
);
create index account_entries_by_user on shop.account_entries (user_id, created_at desc);
grant select, insert on shop.account_entries to {{doors}};
grant insert on shop.audit_entries to {{doors}};

drop index shop.audit_entries_by_entity;
create index audit_entries_newest on shop.audit_entries (store_id, created_at desc, id desc);
create index audit_entries_by_entity on shop.audit_entries (store_id, entity_id, created_at desc, id desc);

-- Written down with the account; logins and logouts also in each store where the user is one of the staff.
create function door.audit_account(new_id uuid, of_user uuid, by_user uuid, of_action text, of_entity_type text, of_entity uuid,
  state_before jsonb, state_after jsonb, with_trace text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into shop.account_entries (id, user_id, actor_id, action, entity_type, entity_id, before, after, trace_id)
  values (new_id, of_user, by_user, of_action, of_entity_type, of_entity, state_before, state_after, with_trace);
  insert into shop.audit_entries (store_id, id, actor_kind, actor_id, action, entity_type, entity_id, before, after, trace_id)
  select distinct a.store_id, new_id, 'user', by_user, of_action, of_entity_type, of_entity, state_before, state_after, with_trace
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type <> 'CUSTOMER'
  where a.user_id = of_user and of_action in ('LOGIN', 'LOGOUT')
$$;
do $$
declare f regprocedure := 'door.audit_account(uuid, uuid, uuid, text, text, uuid, jsonb, jsonb, text)'::regprocedure;
begin
  execute format('alter function %s owner to {{doors}}', f);
  execute format('revoke all on function %s from public', f);
  execute format('grant execute on function %s to {{app}}, {{worker}}', f);
end $$;
