-- Looks up an order for a shopper by its number or id, and its email. Takes nearly as long if there is no such order:
-- only the reading of shipments and refunds is omitted.
create or replace function door.find_order(of_store uuid, reference text, with_email text)
returns table (id uuid, order_number text, email text, currency text, total_minor bigint, created_at timestamptz,
  payment_state text, fulfillment_state text, return_state text, cancelled_at timestamptz, paid_at timestamptz,
  delivered_at timestamptz, completed_at timestamptz, refunded_at timestamptz, expires_at timestamptz, is_pickup boolean, payment_environment text,
  shipments jsonb)
language sql stable security definer set search_path = '' as $$
  select o.id, o.order_number, o.email, o.currency, o.total_minor, o.created_at, o.payment_state, o.fulfillment_state,
    o.return_state, o.cancelled_at, o.paid_at, o.delivered_at, o.completed_at,
    (select max(r.completed_at) from shop.refunds r where r.store_id = o.store_id and r.order_id = o.id),
    o.expires_at, o.pickup is not null, o.payment_environment,
    (select coalesce(jsonb_agg(jsonb_build_object('status', s.status, 'carrier', s.carrier, 'trackingNumber', s.tracking_number,
        'trackingUrl', s.tracking_url, 'createdAt', s.created_at, 'shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at, 'returnedAt', s.returned_at,
        'units', (select sum(l.quantity) from shop.shipment_lines l
          where l.store_id = s.store_id and l.order_id = s.order_id and l.shipment_id = s.id)) order by s.id), '[]')
      from shop.shipments s where s.store_id = o.store_id and s.order_id = o.id)
  from shop.orders o
  where o.store_id = of_store and lower(o.email) = lower(with_email) and o.deleted_at is null
    and (o.order_number = upper(reference) or o.id::text = lower(reference))
  limit 1
$$;

grant execute on function door.find_order to {{app}}, {{worker}};
