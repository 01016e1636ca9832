-- Removes a buyer's personal data from their orders, and ends the orders' links, by which others could read the orders
-- and add such data again. Runs as part of door.erase_customer, which has locked the orders.
create or replace function shop.forget_buyer(of_orders uuid[], at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  personal text[] := '{email,name,phone,customer,shippingAddress,billingAddress,address,note,vatId,trackingNumber,trackingUrl,tags}';
begin
  update shop.orders o set email = null, placed_by = null, note = null, vat_id = null, shipping_address = null, billing_address = null,
    tags = '{}', mail_callers = '{}', kept_country = coalesce(o.shipping_address ->> 'country', o.kept_country),
    kept_region = coalesce(shop.state_code(o.shipping_address), o.kept_region), key_hash = '', link_version = o.link_version + 1
    where o.store_id = of_store and o.id = any(of_orders)
      and (o.key_hash <> '' or o.email is not null or o.placed_by is not null or o.note is not null or o.vat_id is not null
        or o.shipping_address is not null or o.billing_address is not null or o.tags <> '{}' or o.mail_callers <> '{}');
  -- Lets the sweep end orders whose payment couldn't be canceled. is_express makes the server refund money that such a
  -- payment still takes, as for an express order without an address.
  update shop.orders o set is_express = true, expires_at = least(o.expires_at, at)
    where o.store_id = of_store and o.id = any(of_orders) and o.expires_at is not null;
  update shop.payments p set client_secret = null, redirect_url = null, note = null, reference = null
    where p.store_id = of_store and p.order_id = any(of_orders) and (p.client_secret is not null or p.redirect_url is not null
      or p.note is not null or p.reference is not null);
  update shop.order_changes c set shipping_address = null, billing_address = null, reason = null
    where c.store_id = of_store and c.order_id = any(of_orders);
  update shop.refunds r set reason = null, note = null
    where r.store_id = of_store and r.order_id = any(of_orders) and (r.reason is not null or r.note is not null);
  -- Only marks the documents, because they can be large; door.clear_erased_documents clears their content.
  update shop.order_documents d set erased_at = at, email = null
    where d.store_id = of_store and d.order_id = any(of_orders) and d.erased_at is null;
  -- Removes tracking numbers and links, because a carrier's page shows where a parcel went.
  update shop.shipments s set tracking_number = null, tracking_url = null where s.store_id = of_store and s.order_id = any(of_orders)
    and (s.tracking_number is not null or s.tracking_url is not null);
  update shop.order_events e set text = null, data = e.data - personal
    where e.store_id = of_store and e.order_id = any(of_orders) and (e.text is not null or e.data ?| personal);
  update shop.audit_entries e set before = e.before - personal, after = e.after - personal
    where e.store_id = of_store and e.entity_type = 'order' and e.entity_id = any(of_orders)
      and (e.before ?| personal or e.after ?| personal);
  update shop.audit_entries e set before = e.before - personal, after = e.after - personal
    where e.store_id = of_store and e.entity_type = 'shipment' and e.entity_id in (select (v.data ->> 'shipmentId')::uuid
      from shop.order_events v where v.store_id = of_store and v.order_id = any(of_orders))
      and (e.before ?| personal or e.after ?| personal);
end $$;

grant execute on function shop.forget_buyer to {{doors}};
