-- Erases, in the entered store, people who ordered without an email, wrote reviews or messages, subscribed or were invited.
create or replace function door.forget_visitors(nobody text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  personal text[] := '{email,name,phone,customer,shippingAddress,billingAddress,address,note,vatId,trackingNumber,trackingUrl,tags}';
begin
  update shop.orders o set email = null, placed_by = null, note = null, vat_id = null, shipping_address = null, billing_address = null,
    tags = '{}', mail_callers = '{}',
    kept_country = coalesce(o.shipping_address ->> 'country', o.kept_country),
    kept_region = coalesce(shop.state_code(o.shipping_address), o.kept_region)
    where o.store_id = of_store and (o.email is not null or o.placed_by is not null or o.note is not null
      or o.shipping_address is not null or o.billing_address is not null or o.vat_id is not null or o.tags <> '{}'
      or o.mail_callers <> '{}');
  update shop.draft_orders d set customer_id = null, email = null, note = null, shipping_address = null, billing_address = null, tags = '{}',
      key_hash = '', expires_at = least(d.expires_at, at), hold_until = case when d.hold_until is not null then least(d.hold_until, at) end,
      version = d.version + 1, updated_at = at
    where d.store_id = of_store and d.converted_at is null;
  update shop.payments p set client_secret = null, redirect_url = null, note = null, reference = null where p.store_id = of_store
    and (p.client_secret is not null or p.redirect_url is not null or p.note is not null or p.reference is not null);
  update shop.order_changes c set shipping_address = null, billing_address = null, reason = null where c.store_id = of_store;
  update shop.refunds r set reason = null, note = null where r.store_id = of_store and (r.reason is not null or r.note is not null);
  update shop.order_documents d set content = d.content || '{"addresses": [], "note": null}' where d.store_id = of_store;
  update shop.shipments s set tracking_number = null, tracking_url = null where s.store_id = of_store
    and (s.tracking_number is not null or s.tracking_url is not null);
  update shop.order_events e set text = null, data = e.data - personal where e.store_id = of_store
    and (e.text is not null or e.data ?| personal);
  delete from shop.review_photos p where p.store_id = of_store;
  update shop.reviews r set name = nobody, customer_id = null, order_id = null, caller = null, network = null where r.store_id = of_store;
  delete from shop.subscriptions s where s.store_id = of_store;
  delete from shop.contact_messages m where m.store_id = of_store;
  with gone as (delete from shop.invitations i where i.store_id = of_store returning i.token_id)
  delete from shop.mailed_tokens t using gone where t.id = gone.token_id;
  delete from shop.mails m where m.store_id = of_store;
  delete from shop.jobs x where x.store_id = of_store and strpos(x.payload::text, '@') > 0;
  delete from shop.idempotency_keys k where k.store_id = of_store;
  -- The audit trail keeps who did what and when.
  update shop.audit_entries e set before = null, after = null where e.store_id = of_store
    and (e.origin = 'MANUAL' or e.entity_type in ('customer', 'subscription', 'invitation', 'role assignment'))
    and (e.before is not null or e.after is not null);
  update shop.audit_entries e set before = e.before - personal, after = e.after - personal
    where e.store_id = of_store and e.entity_type in ('order', 'review', 'shipment')
    and (e.before ?| personal or e.after ?| personal);
  -- Catalogue files contain reviewers' names.
  update shop.file_jobs j set state = 'CANCELLED', ended_at = at
    where j.store_id = of_store and j.state in ('WAITING', 'RUNNING');
  update shop.file_jobs j set expires_at = at where j.store_id = of_store and j.direction = 'OUT'
    and (j.expires_at is null or j.expires_at > at);
end $$;
