-- Voids a user's open tokens: all of them, or those of one purpose.
create or replace function door.revoke_mailed_tokens(of_user uuid, of_purpose text, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.mailed_tokens t set used_at = at
  where t.user_id = of_user and t.used_at is null and (of_purpose is null or t.purpose = of_purpose)
$$;

grant execute on function door.revoke_mailed_tokens to {{app}}, {{worker}};
