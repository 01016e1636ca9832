-- Reads an open token: for the email that contains it, and for the page that explains its purpose.
create or replace function door.read_mailed_token(of_id uuid, of_purpose text, at timestamptz)
returns table (user_id uuid, store_id uuid, asked_at_store uuid, email text, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.user_id, t.store_id, t.asked_at_store, t.email, t.expires_at from shop.mailed_tokens t
  where t.id = of_id and t.purpose = of_purpose and t.used_at is null and t.expires_at > at
$$;

grant execute on function door.read_mailed_token to {{app}}, {{worker}};
