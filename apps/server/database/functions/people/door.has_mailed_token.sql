-- Whether an unused token of this purpose is valid beyond `until`: a token of the user or, if of_user is null, one that
-- was sent to the email and belongs to no user or store.
create or replace function door.has_mailed_token(of_purpose text, of_user uuid, of_email text, until timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.mailed_tokens t
    where t.purpose = of_purpose and t.used_at is null and t.expires_at > until
      and case when of_user is null then t.user_id is null and t.store_id is null and lower(t.email) = lower(of_email)
        else t.user_id = of_user end)
$$;

grant execute on function door.has_mailed_token to {{app}};
