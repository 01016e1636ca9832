-- An int ends at 21 million in a currency of two decimals: three coats in rupiah, or a wholesale order in dollars. Prices
-- stay below it, sums need not.
alter table shop.orders
  alter column subtotal_minor type bigint,
  alter column discount_minor type bigint,
  alter column shipping_minor type bigint,
  alter column tax_minor type bigint,
  alter column total_minor type bigint;
alter table shop.order_items
  alter column discount_minor type bigint,
  alter column tax_minor type bigint,
  alter column total_minor type bigint,
  drop constraint order_items_check,
  add constraint order_items_total check (total_minor = price_minor::bigint * quantity);
alter table shop.payments alter column amount_minor type bigint;
alter table shop.test_payments alter column amount_minor type bigint;

drop function door.find_order(uuid, text, text);
create function door.find_order(of_store uuid, reference text, with_email text)
returns table (id uuid, order_number text, email text, currency text, total_minor bigint, created_at timestamptz,
  payment_state text, fulfilment_state text, cancelled_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.id, o.order_number, o.email, o.currency, o.total_minor, o.created_at, o.payment_state, o.fulfilment_state, o.cancelled_at
  from shop.orders o
  where o.store_id = of_store and lower(o.email) = lower(with_email) and o.deleted_at is null
    and (o.order_number = upper(reference) or o.id::text = lower(reference))
  limit 1
$$;
alter function door.find_order(uuid, text, text) owner to {{doors}};
revoke all on function door.find_order(uuid, text, text) from public;
grant execute on function door.find_order(uuid, text, text) to {{app}}, {{worker}};

-- Orders are held from the main location alone; what lies elsewhere must not be offered.
create or replace view catalogue.variants as
  select v.store_id, v.id, v.product_id, v.name, v.slug, v.sku, v.price_minor, v.regular_price_minor, v.options, v.position,
    coalesce((select l.on_hand - l.reserved from shop.inventory_levels l
      where l.store_id = v.store_id and l.variant_id = v.id and l.location = 'main'), 0)::int as stock
  from shop.variants v where v.deleted_at is null;
