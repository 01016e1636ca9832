-- Returns the store of the entity with this kind and id; null if there is none.
create or replace function door.store_of(kind text, of_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'address' then (select store_id from shop.customer_addresses where id = of_id)
    when 'API key' then (select store_id from shop.api_keys where id = of_id)
    when 'bulk edit' then (select store_id from shop.bulk_edits where id = of_id)
    when 'code batch' then (select b.store_id from shop.discount_code_batches b
      join shop.discounts d on d.store_id = b.store_id and d.id = b.discount_id
      where b.id = of_id and d.deleted_at is null)
    when 'collection' then (select store_id from shop.collections where id = of_id)
    when 'customer' then (select store_id from shop.customers where id = of_id)
    when 'difference' then (select store_id from shop.reconciliation_differences where id = of_id)
    when 'discount' then (select store_id from shop.discounts where id = of_id and deleted_at is null)
    when 'domain' then (select store_id from shop.domains where id = of_id)
    when 'draft order' then (select store_id from shop.draft_orders where id = of_id)
    when 'export' then (select store_id from shop.file_jobs where id = of_id and direction = 'OUT')
    when 'import' then (select store_id from shop.file_jobs where id = of_id and direction = 'IN')
    when 'language' then (select store_id from shop.store_languages where id = of_id)
    when 'location' then (select store_id from shop.locations where id = of_id and deleted_at is null)
    when 'media' then (select store_id from shop.media where id = of_id)
    when 'order' then (select store_id from shop.orders where id = of_id)
    when 'payment provider' then (select store_id from shop.payment_providers where id = of_id)
    when 'policy' then (select store_id from shop.policies where id = of_id and deleted_at is null)
    when 'product' then (select store_id from shop.products where id = of_id)
    when 'region' then (select store_id from shop.shipping_regions where id = of_id)
    when 'review' then (select store_id from shop.reviews where id = of_id)
    when 'role' then (select store_id from shop.roles where id = of_id)
    when 'shipment' then (select s.store_id from shop.shipments s join shop.orders o on o.store_id = s.store_id and o.id = s.order_id
      where s.id = of_id and o.deleted_at is null)
    when 'shipping provider' then (select store_id from shop.shipping_providers where id = of_id)
    when 'shipping rate' then (select store_id from shop.shipping_rates where id = of_id)
    when 'stock count' then (select store_id from shop.stock_counts where id = of_id)
    when 'transaction' then (select store_id from shop.payments where id = of_id
      union all select store_id from shop.refund_payments where id = of_id limit 1)
    when 'transfer' then (select store_id from shop.stock_transfers where id = of_id)
    when 'tax rate' then (select store_id from shop.tax_rates where id = of_id)
    when 'translation' then (select store_id from shop.translations where id = of_id)
    when 'upsell' then (select store_id from shop.upsells where id = of_id)
    when 'variant' then (select store_id from shop.variants where id = of_id)
    when 'webhook event' then (select store_id from shop.webhook_events where id = of_id)
  end
$$;

grant execute on function door.store_of to {{app}}, {{catalogue}}, {{worker}};
