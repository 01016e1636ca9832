-- For webhooks, which don't name a store: the payments that have this id at the provider, or a capture with this id.
-- There are several only if stores share an account at the provider.
create or replace function door.find_payments(of_provider text, of_id text)
returns table (store_id uuid, payment_id uuid, order_id uuid, environment text)
language sql stable security definer set search_path = '' as $$
  (select p.store_id, p.id, p.order_id, p.environment from shop.payments p
    where p.provider = of_provider and p.provider_id = of_id limit 5)
  union
  (select p.store_id, p.id, p.order_id, p.environment from shop.payments p
    where p.provider = of_provider and p.capture_id = of_id limit 5)
$$;

grant execute on function door.find_payments to {{app}}, {{worker}};
