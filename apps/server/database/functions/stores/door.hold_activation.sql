-- The activation of the store's host; null if the host isn't active. Locks the host, so that it stays active until the
-- transaction ends.
create or replace function door.hold_activation(of_host text, of_store uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
  select d.activation from shop.domains d where d.host = of_host and d.store_id = of_store and d.status = 'ACTIVE' for share
$$;

grant execute on function door.hold_activation to {{app}};
