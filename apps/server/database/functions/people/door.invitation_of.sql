-- The open invitation with this token. has_account ignores accounts with an unverified email, except platform
-- administrators, because accepting the invitation verifies the email.
create or replace function door.invitation_of(of_token uuid, at timestamptz)
returns table (store_id uuid, store_name text, role_name text, email text, invited_by text, expires_at timestamptz, has_account boolean)
language sql stable security definer set search_path = '' as $$
  select i.store_id, s.name, coalesce(r.name, i.role_name), i.email, u.name, i.expires_at,
    exists (select from shop.users a where lower(a.email) = i.email and a.deleted_at is null
      and (a.email_verified_at is not null or a.is_platform_admin))
  from shop.invitations i
  join shop.stores s on s.id = i.store_id and s.deleted_at is null
  left join shop.roles r on r.store_id = i.store_id and r.id = i.role_id
  left join shop.users u on u.id = i.invited_by and u.deleted_at is null
  where i.token_id = of_token and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > at
$$;

grant execute on function door.invitation_of to {{app}}, {{worker}};
