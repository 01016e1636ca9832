-- Erases, in the entered store, people who ordered without an email, wrote reviews or messages, subscribed or were invited.
create or replace function door.forget_visitors(nobody text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  personal text[] := '{email,name,phone,customer,shippingAddress,billingAddress,address,note,vatId}';
begin
  update shop.orders o set email = null, placed_by = null, note = null, vat_id = null, shipping_address = null, billing_address = null,
    kept_country = coalesce(o.shipping_address ->> 'country', o.kept_country),
    kept_region = coalesce(shop.state_code(o.shipping_address), o.kept_region)
    where o.store_id = of_store and (o.email is not null or o.placed_by is not null or o.note is not null
      or o.shipping_address is not null or o.billing_address is not null or o.vat_id is not null);
  update shop.payments p set client_secret = null, note = null, reference = null where p.store_id = of_store
    and (p.client_secret is not null or p.note is not null or p.reference is not null);
  update shop.refunds r set reason = null, note = null where r.store_id = of_store and (r.reason is not null or r.note is not null);
  delete from shop.review_photos p where p.store_id = of_store;
  update shop.reviews r set name = nobody, customer_id = null, order_id = null, caller = null, network = null where r.store_id = of_store;
  delete from shop.subscriptions s where s.store_id = of_store;
  delete from shop.contact_messages m where m.store_id = of_store;
  with gone as (delete from shop.invitations i where i.store_id = of_store returning i.token_id)
  delete from shop.mailed_tokens t using gone where t.id = gone.token_id;
  delete from shop.mails m where m.store_id = of_store;
  delete from shop.idempotency_keys k where k.store_id = of_store;
  -- The audit trail keeps who did what and when.
  update shop.audit_entries e set before = null, after = null where e.store_id = of_store
    and (e.origin = 'MANUAL' or e.entity_type in ('customer', 'subscription', 'invitation', 'role assignment'))
    and (e.before is not null or e.after is not null);
  update shop.audit_entries e set before = e.before - personal, after = e.after - personal
    where e.store_id = of_store and e.entity_type in ('order', 'review')
    and (e.before ?| personal or e.after ?| personal);
  -- Catalogue files contain reviewers' names.
  update shop.file_jobs j set state = 'CANCELLED', ended_at = at
    where j.store_id = of_store and j.state in ('WAITING', 'RUNNING');
  update shop.file_jobs j set expires_at = at where j.store_id = of_store and j.direction = 'OUT'
    and (j.expires_at is null or j.expires_at > at);
end $$;
