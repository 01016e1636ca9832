-- Erases the personal data that is left in the transaction's store once its customers are erased: that of people who
-- ordered without an email, wrote reviews or messages, subscribed or were invited. A call erases at most max_rows rows
-- of one table, so that a store with millions of rows takes many short calls. Returns false if nothing was left.
create or replace function door.forget_visitors(nobody text, at timestamptz, max_rows int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  personal text[] := '{email,name,phone,customer,shippingAddress,billingAddress,address,note,vatId,trackingNumber,trackingUrl,tags}';
begin
  update shop.orders o set email = null, placed_by = null, note = null, vat_id = null, shipping_address = null, billing_address = null,
    tags = '{}', mail_callers = '{}',
    kept_country = coalesce(o.shipping_address ->> 'country', o.kept_country),
    kept_region = coalesce(shop.state_code(o.shipping_address), o.kept_region)
    where o.ctid = any (array(select x.ctid from shop.orders x where x.store_id = of_store and (x.email is not null or x.placed_by is not null
      or x.note is not null or x.shipping_address is not null or x.billing_address is not null or x.vat_id is not null or x.tags <> '{}'
      or x.mail_callers <> '{}') limit max_rows));
  if found then return true; end if;
  update shop.draft_orders d set customer_id = null, email = null, note = null, shipping_address = null, billing_address = null, tags = '{}',
      key_hash = '', link_version = d.link_version + 1, expires_at = least(d.expires_at, at), hold_until = case when d.hold_until is not null then least(d.hold_until, at) end,
      version = d.version + 1, updated_at = at
    where d.ctid = any (array(select x.ctid from shop.draft_orders x
      where x.store_id = of_store and x.converted_at is null and x.key_hash <> '' limit max_rows));
  if found then return true; end if;
  update shop.payments p set client_secret = null, redirect_url = null, note = null, reference = null
    where p.ctid = any (array(select x.ctid from shop.payments x where x.store_id = of_store and (x.client_secret is not null
      or x.redirect_url is not null or x.note is not null or x.reference is not null) limit max_rows));
  if found then return true; end if;
  update shop.order_changes c set shipping_address = null, billing_address = null, reason = null
    where c.ctid = any (array(select x.ctid from shop.order_changes x where x.store_id = of_store and (x.shipping_address is not null
      or x.billing_address is not null or x.reason is not null) limit max_rows));
  if found then return true; end if;
  update shop.refunds r set reason = null, note = null
    where r.ctid = any (array(select x.ctid from shop.refunds x
      where x.store_id = of_store and (x.reason is not null or x.note is not null) limit max_rows));
  if found then return true; end if;
  -- Only marks the documents, because they can be large; door.clear_erased_documents clears their content.
  update shop.order_documents d set erased_at = at, email = null
    where d.ctid = any (array(select x.ctid from shop.order_documents x where x.store_id = of_store and x.erased_at is null limit max_rows));
  if found then return true; end if;
  update shop.shipments s set tracking_number = null, tracking_url = null
    where s.ctid = any (array(select x.ctid from shop.shipments x
      where x.store_id = of_store and (x.tracking_number is not null or x.tracking_url is not null) limit max_rows));
  if found then return true; end if;
  update shop.order_events e set text = null, data = e.data - personal
    where e.ctid = any (array(select x.ctid from shop.order_events x
      where x.store_id = of_store and (x.text is not null or x.data ?| personal) limit max_rows));
  if found then return true; end if;
  delete from shop.review_photos p where p.ctid = any (array(select x.ctid from shop.review_photos x where x.store_id = of_store limit max_rows));
  if found then return true; end if;
  update shop.reviews r set name = nobody, customer_id = null, order_id = null, caller = null, network = null
    where r.ctid = any (array(select x.ctid from shop.reviews x where x.store_id = of_store and (x.name <> nobody or x.customer_id is not null
      or x.order_id is not null or x.caller is not null or x.network is not null) limit max_rows));
  if found then return true; end if;
  delete from shop.subscriptions s where s.ctid = any (array(select x.ctid from shop.subscriptions x where x.store_id = of_store limit max_rows));
  if found then return true; end if;
  delete from shop.contact_messages m where m.ctid = any (array(select x.ctid from shop.contact_messages x where x.store_id = of_store limit max_rows));
  if found then return true; end if;
  with gone as (delete from shop.invitations i
      where i.ctid = any (array(select x.ctid from shop.invitations x where x.store_id = of_store limit max_rows)) returning i.token_id)
  delete from shop.mailed_tokens t using gone where t.id = gone.token_id;
  if exists (select from shop.invitations i where i.store_id = of_store) then return true; end if;
  delete from shop.mails m where m.ctid = any (array(select x.ctid from shop.mails x where x.store_id = of_store limit max_rows));
  if found then return true; end if;
  delete from shop.jobs j where j.ctid = any (array(select x.ctid from shop.jobs x where x.store_id = of_store and strpos(x.payload::text, '@') > 0 limit max_rows));
  if found then return true; end if;
  delete from shop.idempotency_keys k where k.ctid = any (array(select x.ctid from shop.idempotency_keys x where x.store_id = of_store limit max_rows));
  if found then return true; end if;
  -- The audit log keeps who did what and when.
  update shop.audit_entries e set before = null, after = null
    where e.ctid = any (array(select x.ctid from shop.audit_entries x where x.store_id = of_store and (x.before is not null or x.after is not null)
      and (x.origin = 'MANUAL' or x.entity_type in ('customer', 'subscription', 'invitation', 'role assignment')) limit max_rows));
  if found then return true; end if;
  update shop.audit_entries e set before = e.before - personal, after = e.after - personal
    where e.ctid = any (array(select x.ctid from shop.audit_entries x where x.store_id = of_store and x.entity_type in ('order', 'review', 'shipment')
      and (x.before ?| personal or x.after ?| personal) limit max_rows));
  if found then return true; end if;
  -- Cancels imports and exports, because catalogue files contain reviewers' names.
  update shop.file_jobs j set state = 'CANCELLED', ended_at = at
    where j.store_id = of_store and j.state in ('WAITING', 'RUNNING');
  update shop.file_jobs j set expires_at = at
    where j.ctid = any (array(select x.ctid from shop.file_jobs x
      where x.store_id = of_store and x.direction = 'OUT' and (x.expires_at is null or x.expires_at > at) limit max_rows));
  if found then return true; end if;
  return false;
end $$;
