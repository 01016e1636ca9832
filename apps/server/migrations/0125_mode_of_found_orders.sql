-- What is found by number and email says whether it is a test order, as the order itself does.
drop function door.find_order(uuid, text, text);
create function door.find_order(of_store uuid, reference text, with_email text)
returns table (id uuid, order_number text, email text, currency text, total_minor bigint, created_at timestamptz,
  payment_state text, fulfilment_state text, cancelled_at timestamptz, payment_environment text)
language sql stable security definer set search_path = '' as $$
  select o.id, o.order_number, o.email, o.currency, o.total_minor, o.created_at, o.payment_state, o.fulfilment_state,
    o.cancelled_at, o.payment_environment
  from shop.orders o
  where o.store_id = of_store and lower(o.email) = lower(with_email) and o.deleted_at is null
    and (o.order_number = upper(reference) or o.id::text = lower(reference))
  limit 1
$$;
alter function door.find_order(uuid, text, text) owner to {{doors}};
revoke all on function door.find_order(uuid, text, text) from public;
grant execute on function door.find_order(uuid, text, text) to {{app}}, {{worker}};
