-- A deleted account's row stays, for what points at it: the address and the password go, and the name too unless a store's
-- trail needs it. Requests for letters that nobody confirmed go after a month, with the addresses others may have typed.

grant update (email, name, password_hash) on shop.users to {{doors}};

-- Of a deleted user alone. Who ever had a part in a store is named by its audit; a customer's trail names the customer.
-- of_mails: the templates that stores send to accounts.
create function door.forget_account(of_user uuid, no_password text, of_mails text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare address text;
begin
  select lower(u.email) into address from shop.users u where u.id = of_user and u.deleted_at is not null;
  if not found then return; end if;
  update shop.users u set email = u.id || '@deleted.invalid', password_hash = no_password,
    name = case when u.is_platform_admin or exists (select from shop.stores s where exists (select from shop.audit_entries e
      where e.store_id = s.id and e.entity_id = of_user and e.entity_type = 'role assignment')) then u.name else '' end
    where u.id = of_user;
  delete from shop.mailed_tokens where user_id = of_user;
  delete from shop.account_mails where lower(recipient) = address;
  delete from shop.mails m using shop.stores s
    where m.store_id = s.id and lower(m.recipient) = address and m.template = any(of_mails);
  -- In other stores they are guests again, who come by their address; where there is such a guest already they stay apart.
  begin
    update shop.customers c set user_id = null, version = c.version + 1 where c.user_id = of_user
      and not exists (select from shop.customers g where g.store_id = c.store_id and g.user_id is null and g.erased_at is null
        and lower(g.email) = lower(c.email));
  exception when unique_violation then null;
  end;
end $$;

-- As before, and the requests that were never confirmed: their links are dead then.
create index subscriptions_asked on shop.subscriptions (requested_at)
  where confirmed_at is null and was_confirmed_at is null and unsubscribed_at is null;
create or replace function door.sweep_away() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.idempotency_keys where created_at < now() - interval '24 hours';
  delete from shop.rate_limits where window_start < now() - interval '1 hour';
  delete from shop.outbox where done_at < now() - interval '30 days';
  delete from shop.sessions where expires_at < now() - interval '7 days';
  delete from shop.subscriptions where requested_at < now() - interval '30 days'
    and confirmed_at is null and was_confirmed_at is null and unsubscribed_at is null;
$$;

alter function door.forget_account(uuid, text, text[]) owner to {{doors}};
revoke all on function door.forget_account(uuid, text, text[]) from public;
grant execute on function door.forget_account(uuid, text, text[]) to {{app}}, {{worker}};
set role {{doors}};
select door.forget_account(id, 'none', '{}') from shop.users where deleted_at is not null;
reset role;
