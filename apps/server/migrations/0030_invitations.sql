-- Invitations of staff. The mail's one-time token is a row of mailed_tokens; nothing secret stands here.
create table shop.invitations (
  store_id uuid not null references shop.stores,
  id uuid not null,
  email text not null check (email = lower(email)),
  -- Null once the role was removed.
  role_id uuid,
  role_name text not null,
  invited_by uuid not null references shop.users,
  token_id uuid not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references shop.users,
  withdrawn_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, role_id) references shop.roles on delete set null (role_id),
  check (accepted_at is null or withdrawn_at is null),
  check ((accepted_at is null) = (accepted_by is null))
);
create unique index invitations_open on shop.invitations (store_id, email) where accepted_at is null and withdrawn_at is null;
create unique index invitations_by_token on shop.invitations (token_id);
create index invitations_by_role on shop.invitations (store_id, role_id) where role_id is not null;
call shop.protect('shop.invitations', 'staff');
revoke delete on shop.invitations from {{app}}, {{worker}};
create policy people_alone on shop.invitations as restrictive to {{app}}, {{worker}} using (shop.current_key() is null);

-- Whoever holds the token of an open invitation, whose signature the server has checked: what it is about.
create function door.invitation_of(of_token uuid, at timestamptz)
returns table (store_id uuid, store_name text, role_name text, email text, invited_by text, expires_at timestamptz, has_account boolean)
language sql stable security definer set search_path = '' as $$
  select i.store_id, s.name, coalesce(r.name, i.role_name), i.email, u.name, i.expires_at,
    exists (select from shop.users a where lower(a.email) = i.email and a.deleted_at is null)
  from shop.invitations i
  join shop.stores s on s.id = i.store_id and s.deleted_at is null
  left join shop.roles r on r.store_id = i.store_id and r.id = i.role_id
  left join shop.users u on u.id = i.invited_by and u.deleted_at is null
  where i.token_id = of_token and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > at
$$;

-- The one who accepts has no tie to the store yet: the open invitation is it.
create function door.enter_invitation(of_token uuid, at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  select i.store_id into of_store from door.invitation_of(of_token, at) i;
  if of_store is null then raise exception 'no such invitation' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'staff', '');
  return of_store;
end $$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('invitation_of', 'enter_invitation') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{app}}, {{worker}}', f.name);
  end loop;
end $$;
