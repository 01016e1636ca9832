-- The shopper's look-up: number (or id) with the email the order was placed with. Does the same work whether the order is found
-- or not.
create or replace function door.find_order(of_store uuid, reference text, with_email text)
returns table (id uuid, order_number text, email text, currency text, total_minor bigint, created_at timestamptz,
  payment_state text, fulfillment_state text, cancelled_at timestamptz, completed_at timestamptz, payment_environment text)
language sql stable security definer set search_path = '' as $$
  select o.id, o.order_number, o.email, o.currency, o.total_minor, o.created_at, o.payment_state, o.fulfillment_state,
    o.cancelled_at, o.completed_at, o.payment_environment
  from shop.orders o
  where o.store_id = of_store and lower(o.email) = lower(with_email) and o.deleted_at is null
    and (o.order_number = upper(reference) or o.id::text = lower(reference))
  limit 1
$$;

grant execute on function door.find_order to {{app}}, {{worker}};
