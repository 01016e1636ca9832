-- Whether shoppers of the transaction's store can choose the provider. Locks its row against deletion until the
-- transaction ends.
create or replace function door.lock_active_provider(of_provider text, of_environment text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select is_active from shop.payment_providers
  where store_id = shop.current_store() and provider = of_provider and environment = of_environment
  for key share
$$;

grant execute on function door.lock_active_provider to {{app}}, {{worker}};
