-- A deleted account leaves no mail to an address it once had or asked for, no invitation, and its name only where the user
-- took part in a store themselves.
-- Whose account a mail is about; null for mails about none. No foreign key: whoever may only add mails can't read users.
alter table shop.mails add column user_id uuid;
alter table shop.account_mails add column user_id uuid;
create index mails_by_user on shop.mails (user_id) where user_id is not null;
create index account_mails_by_user on shop.account_mails (user_id) where user_id is not null;
create index audit_entries_by_user on shop.audit_entries (actor_id) where actor_kind = 'user' and origin = 'SYSTEM';
create index invitations_by_email on shop.invitations (email);
create index invitations_by_acceptor on shop.invitations (accepted_by) where accepted_by is not null;

-- As 0035, and: neither an entry by hand nor a role that somebody else assigned keeps a name.
create or replace function door.forget_account(of_user uuid, no_password text, of_mails text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text;
  is_proven boolean;
begin
  select lower(u.email), u.email_verified_at is not null into address, is_proven
    from shop.users u where u.id = of_user and u.deleted_at is not null;
  if not found then return; end if;
  update shop.users u set email = u.id || '@deleted.invalid', password_hash = no_password,
    name = case when u.is_platform_admin or door.took_part(of_user) then u.name else '' end
    where u.id = of_user;
  delete from shop.mailed_tokens where user_id = of_user;
  delete from shop.account_mails where user_id = of_user or lower(recipient) = address;
  delete from shop.mails where user_id = of_user;
  delete from shop.mails m using shop.stores s
    where m.store_id = s.id and lower(m.recipient) = address and m.template = any(of_mails);
  with gone as (
    delete from shop.invitations i where i.accepted_by = of_user or is_proven and i.email = address
    returning i.store_id, i.token_id, i.email),
  links as (delete from shop.mailed_tokens t using gone where t.id = gone.token_id)
  delete from shop.mails m using gone
    where m.store_id = gone.store_id and lower(m.recipient) = gone.email and m.template = 'invitation';
  -- In other stores they are guests again, who come by their address; where there is such a guest already they stay apart.
  begin
    update shop.customers c set user_id = null, version = c.version + 1 where c.user_id = of_user
      and not exists (select from shop.customers g where g.store_id = c.store_id and g.user_id is null and g.erased_at is null
        and lower(g.email) = lower(c.email));
  exception when unique_violation then null;
  end;
end $$;

-- Whether a store's trail needs the user's name: they accepted a role, the operator gave them one, or they worked there.
-- To leave a role that somebody else assigned is no such part.
create function door.took_part(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.audit_entries e
      where e.actor_kind = 'user' and e.actor_id = of_user and e.origin = 'SYSTEM' and e.entity_type <> 'session'
        and not (e.entity_type = 'role assignment' and e.entity_id = of_user and e.action = 'DELETE'))
    or exists (select from shop.stores s where exists (select from shop.audit_entries e
      where e.store_id = s.id and e.entity_id = of_user and e.entity_type = 'role assignment' and e.origin = 'SYSTEM'
        and e.actor_kind = 'system'))
$$;
alter function door.took_part(uuid) owner to {{doors}};
revoke all on function door.took_part(uuid) from public;

set role {{doors}};
select door.forget_account(id, 'none', '{}') from shop.users where deleted_at is not null;
reset role;
