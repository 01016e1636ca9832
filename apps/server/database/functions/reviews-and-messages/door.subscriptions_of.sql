-- The subscriptions of the customer's email, for the customer's export, newest first, older than `before`.
create or replace function door.subscriptions_of(of_customer uuid, before uuid, max int)
returns table (id uuid, email text, source text, variant_id uuid, requested_at timestamptz, confirmed_at timestamptz,
  was_confirmed_at timestamptz, unsubscribed_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.id, s.email, s.source, s.variant_id, s.requested_at, s.confirmed_at, s.was_confirmed_at, s.unsubscribed_at
  from shop.customers c join shop.subscriptions s on s.store_id = c.store_id and lower(s.email) = lower(c.email)
  where c.store_id = shop.current_store() and c.id = of_customer and c.erased_at is null
    and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer())
    and (before is null or s.id < before)
  order by s.id desc limit max
$$;

grant execute on function door.subscriptions_of to {{app}}, {{worker}};
