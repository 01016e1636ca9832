-- Whether a store has verified the host, even if the store has switched it off.
create or replace function door.is_host_verified(of_host text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.domains d where d.host = of_host and d.verified_at is not null)
$$;

grant execute on function door.is_host_verified to {{catalogue}};
