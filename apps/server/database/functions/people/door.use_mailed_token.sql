-- Uses a token. Returns one row for its first use only: the second of two concurrent uses waits and finds the token used.
create or replace function door.use_mailed_token(of_id uuid, of_purpose text, at timestamptz)
returns table (user_id uuid, store_id uuid, asked_at_store uuid, email text, expires_at timestamptz)
language sql volatile security definer set search_path = '' as $$
  update shop.mailed_tokens t set used_at = at
  where t.id = of_id and t.purpose = of_purpose and t.used_at is null and t.expires_at > at
  returning t.user_id, t.store_id, t.asked_at_store, t.email, t.expires_at
$$;

grant execute on function door.use_mailed_token to {{app}}, {{worker}};
