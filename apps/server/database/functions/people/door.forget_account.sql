-- Erases a deleted user. Keeps the name of a platform administrator, and a name that audit logs need
-- (door.has_store_activity). of_mails: the templates of emails that stores send to accounts.
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
    name = case when u.is_platform_admin or door.has_store_activity(of_user) then u.name else '' end
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
  -- Handles the first 50 stores. Other people can add the person to any number of stores, so the worker handles the
  -- rest, one store at a time (door.continue_erasure).
  perform door.detach_customers(of_user, null, 50);
  insert into shop.account_erasures (user_id, email, requested_at)
    select of_user, case when is_proven then address end, u.deleted_at from shop.users u where u.id = of_user
    on conflict do nothing;
end $$;

grant execute on function door.forget_account to {{app}}, {{worker}};
