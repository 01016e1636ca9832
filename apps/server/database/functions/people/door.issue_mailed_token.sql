-- Issues a token, and voids the open token of the same purpose and user, or of the same address in the store if there
-- is no user.
create or replace function door.issue_mailed_token(new_id uuid, of_purpose text, for_user uuid, for_store uuid, asked_at uuid,
  to_email text, at timestamptz, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if for_user is not null then
    insert into shop.mailed_tokens (id, purpose, user_id, store_id, asked_at_store, email, created_at, expires_at)
    values (new_id, of_purpose, for_user, for_store, asked_at, to_email, at, until)
    on conflict (purpose, user_id) where user_id is not null and used_at is null do update
      set id = excluded.id, store_id = excluded.store_id, asked_at_store = excluded.asked_at_store,
        email = excluded.email, created_at = excluded.created_at, expires_at = excluded.expires_at;
  else
    insert into shop.mailed_tokens (id, purpose, user_id, store_id, asked_at_store, email, created_at, expires_at)
    values (new_id, of_purpose, null, for_store, asked_at, to_email, at, until)
    on conflict (purpose, store_id, lower(email)) where user_id is null and used_at is null do update
      set id = excluded.id, asked_at_store = excluded.asked_at_store, email = excluded.email,
        created_at = excluded.created_at, expires_at = excluded.expires_at;
  end if;
end $$;

grant execute on function door.issue_mailed_token to {{app}}, {{worker}};
