create or replace function door.sweep_mailed_tokens() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.mailed_tokens where expires_at < now() - interval '7 days'
$$;

grant execute on function door.sweep_mailed_tokens to {{worker}};
