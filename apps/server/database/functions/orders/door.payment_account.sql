-- The settings of a provider in the transaction's store. Every payment needs them, including a shopper's. `known` is
-- the id and version that the caller has cached; if they match, the sealed credentials are left out. Returns no row if
-- the store doesn't have the provider.
create or replace function door.payment_account(of_provider text, of_environment text, known text)
returns table (id uuid, version int, is_active boolean, client_id text, sealed bytea)
language sql stable security definer set search_path = '' as $$
  select p.id, p.version, p.is_active, p.client_id,
    case when known is distinct from p.id || ':' || p.version then c.sealed end
  from shop.payment_providers p
  left join shop.payment_credentials c on c.store_id = p.store_id and c.provider_id = p.id
  where p.store_id = shop.current_store() and p.provider = of_provider and p.environment = of_environment
$$;

grant execute on function door.payment_account to {{app}}, {{worker}};
