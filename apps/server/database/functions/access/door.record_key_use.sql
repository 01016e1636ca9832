-- Records the use of an API key, at most once a minute across all processes.
create or replace function door.record_key_use(of_key uuid, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.api_keys set last_used_at = at
  where id = of_key and (last_used_at is null or last_used_at <= at - interval '1 minute')
$$;

grant execute on function door.record_key_use to {{app}}, {{worker}};
