-- Erases a customer, for staff, the system or the customer. If the person's account has open orders, or open orders
-- were paid with real money, only returns these, unless the store was deleted. The caller cancels unpaid orders first.
-- If others were placed since, only returns them, with is_new. Concurrent writes wait for the row locks and then find
-- no customer: an order creates a new one, a review has none, a draft is rejected.
create or replace function door.erase_customer(of_customer uuid, nobody text, at timestamptz)
returns table (order_number text, is_paid boolean, has_change boolean, is_new boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  address text;
  addresses text[];
  sinces timestamptz[];
  untils timestamptz[];
  people uuid[];
  theirs uuid[];
  others uuid[];
  written uuid[];
  drafts uuid[];
  subscribed uuid[];
  published timestamptz;
  account uuid;
  personal text[] := '{email,name,phone,customer,shippingAddress,billingAddress,address,note,vatId,trackingNumber,trackingUrl,tags}';
begin
  if shop.current_scope() not in ('staff', 'system') and shop.current_customer() is distinct from of_customer then
    raise exception 'no such customer' using errcode = 'VT404';
  end if;
  -- A guest with the account's email is treated as the same person, because the account's address is verified.
  select array_agg(g.id) into people from shop.customers c join shop.customers g on g.store_id = c.store_id
      and (g.id = c.id or (c.user_id is not null and g.user_id is null and g.erased_at is null and lower(g.email) = lower(c.email)))
    where c.store_id = of_store and c.id = of_customer;
  select lower(c.email) into address from shop.customers c where c.store_id = of_store and c.id = of_customer;
  -- Also erases customers who were erased before but have an order with this email: it was placed during that erasure.
  select people || coalesce(array_agg(distinct o.customer_id), '{}') into people from shop.orders o
    join shop.customers c on c.store_id = of_store and c.id = o.customer_id and c.erased_at is not null
    where o.store_id = of_store and lower(o.email) = address;
  select array_agg(distinct e.email) into addresses
    from shop.customers c cross join door.emails_of(c) e where c.store_id = of_store and c.id = any(people);
  -- Locks orders before their customer, as a payment does. A review that is being added with an order's number and
  -- email waits for this lock.
  perform from shop.orders o where o.store_id = of_store and (o.customer_id = any(people) or lower(o.email) = any(addresses))
    order by o.id for update;
  -- Also locks drafts, as opening a draft does.
  perform from shop.draft_orders d where d.store_id = of_store and d.converted_at is null and (d.customer_id = any(people)
      or lower(d.email) in (select lower(c.email) from shop.customers c where c.store_id = of_store and c.id = any(people)))
    order by d.id for update;
  perform from shop.customers c where c.store_id = of_store and c.id = any(people) order by c.id for update;
  select lower(c.email), c.user_id into address, account from shop.customers c
    where c.store_id = of_store and c.id = of_customer;
  if not found then raise exception 'no such customer' using errcode = 'VT404'; end if;
  -- The customer was erased before. Their orders may have got personal data since, by staff or by the order's link.
  if address is null then
    perform shop.forget_buyer(array(select o.id from shop.orders o where o.store_id = of_store and o.customer_id = of_customer), at);
    return;
  end if;
  -- The person's emails, each with the period in which data with that email is the person's.
  select array_agg(e.email), array_agg(e.since), array_agg(e.until) into addresses, sinces, untils
    from shop.customers c cross join door.emails_of(c) e where c.store_id = of_store and c.id = any(people);

  return query select o.order_number, o.paid_at is not null, o.change_due_minor > 0, false from shop.orders o
    where o.store_id = of_store and o.deleted_at is null and o.cancelled_at is null and o.payment_state <> 'refunded'
      -- Unpaid orders, orders with a change that waits for payment, and orders with units left to ship or pending
      -- shipments. Refunded units are not shipped.
      and (o.paid_at is null or o.change_due_minor > 0
        or exists (select from shop.order_items i where i.store_id = of_store and i.order_id = o.id and least(
          i.quantity - i.fulfilled_quantity, i.quantity - i.refunded_quantity - i.fulfilled_quantity + i.returned_quantity) > 0)
        or exists (select from shop.shipments s where s.store_id = of_store and s.order_id = o.id and s.status = 'PENDING'))
      -- Of these, only orders of the person's account (except test orders), and orders paid with real money, at least
      -- in part, or with a change that waits for it. Only staff make such changes.
      and ((o.placed_by = account and o.payment_environment is distinct from 'TEST')
        or (o.payment_environment = 'LIVE' and (o.total_minor > 0 or o.change_due_minor > 0))
        or (o.paid_at is null and exists (select from shop.payments p where p.store_id = of_store and p.order_id = o.id
          and p.environment = 'LIVE' and p.state = 'completed')))
      and (o.customer_id = any(people) or (o.customer_id is null and lower(o.email) = address))
      and exists (select from shop.stores s where s.id = of_store and s.deleted_at is null)
    order by o.id;
  if found then return; end if;
  -- The unpaid orders placed since the caller canceled the others. Once erased, they could be paid but not shipped.
  return query select o.order_number, false, false, true from shop.orders o
    where o.store_id = of_store and o.deleted_at is null and o.expires_at is not null and (o.placed_by is null or o.placed_by is distinct from account)
      and not exists (select from shop.payments p where p.store_id = of_store and p.order_id = o.id
        and p.state in ('created', 'processing', 'failed'))
      and (o.customer_id = any(people) or (o.customer_id is null and lower(o.email) = address))
      and exists (select from shop.stores s where s.id = of_store and s.deleted_at is null)
    order by o.id;
  if found then return; end if;

  select coalesce(array_agg(o.id), '{}') into theirs from shop.orders o
    where o.store_id = of_store and (o.customer_id = any(people) or (o.customer_id is null and lower(o.email) = address));
  -- Orders of other people with one of the person's emails, for example gifts.
  select coalesce(array_agg(o.id), '{}') into others from shop.orders o
    where o.store_id = of_store and lower(o.email) = any(addresses) and not o.id = any(theirs)
      and exists (select from unnest(addresses, sinces, untils) e (email, since, until)
        where e.email = lower(o.email) and o.created_at between e.since and e.until);

  -- The reviews that the person wrote: as a customer or, without an account, about their own orders, or about other
  -- people's orders with their email while that email was theirs. Read now, because a review loses its order when the
  -- order loses its email.
  select coalesce(array_agg(r.id), '{}') into written from shop.reviews r where r.store_id = of_store
    and (r.customer_id = any(people) or (r.customer_id is null and r.order_id = any(theirs))
      or (r.customer_id is null and r.order_id = any(others) and exists (select from shop.orders o
        join unnest(addresses, sinces, untils) e (email, since, until) on e.email = lower(o.email)
        where o.store_id = of_store and o.id = r.order_id and r.created_at between e.since and e.until)));
  if written <> '{}' then
    insert into shop.jobs (kind, lane, store_id, payload)
      select 'catalogue.changed', of_store::text, of_store, jsonb_build_object('tags',
        jsonb_agg(distinct 'product:' || r.product_id) || '["lists"]')
      from shop.reviews r where r.store_id = of_store and r.id = any(written) and r.status = 'APPROVED' having count(*) > 0;
    -- Expires exports that may contain the reviews. Pending reviews that were never moderated are not exported, so they
    -- don't count. Waiting exports run after the erasure; their rows are locked so that none starts now.
    select min(r.created_at) into published from shop.reviews r where r.store_id = of_store and r.id = any(written)
      and (r.status <> 'PENDING' or r.moderated_at is not null);
    perform from shop.file_jobs j where published is not null and j.store_id = of_store and j.direction = 'OUT'
      and j.kind = 'JSON_LINES' and j.state = 'WAITING' order by j.id for update;
    update shop.file_jobs j set expires_at = at where j.store_id = of_store and j.direction = 'OUT' and j.kind = 'JSON_LINES'
      and (j.state = 'RUNNING' or (j.state = 'DONE' and j.ended_at >= published))
      and published is not null and (j.expires_at is null or j.expires_at > at);
    -- Lets imports of older files recognize the reviews.
    insert into shop.erased_reviews (store_id, hash)
      select r.store_id, shop.review_hash(r.store_id, r.title, r.created_at) from shop.reviews r
      where r.store_id = of_store and r.id = any(written) on conflict do nothing;
    -- Waits for pictures that are being added.
    update shop.reviews r set name = nobody, customer_id = null, order_id = null, caller = null, network = null
      where r.store_id = of_store and r.id = any(written);
    delete from shop.review_photos p where p.store_id = of_store and p.review_id = any(written);
  end if;

  -- With the erased customer, door.has_buyer finds that the order has no buyer anymore.
  update shop.orders o set customer_id = of_customer
    where o.store_id = of_store and o.id = any(theirs) and o.customer_id is null;
  perform shop.forget_buyer(theirs, at);
  update shop.orders o set email = null, mail_callers = '{}' where o.store_id = of_store and o.id = any(others);
  -- Closes the person's draft orders; the sweep releases the units that they hold.
  with emptied as (update shop.draft_orders d set customer_id = null, email = null, note = null, shipping_address = null, billing_address = null, tags = '{}',
      key_hash = '', link_version = d.link_version + 1, expires_at = least(d.expires_at, at), hold_until = case when d.hold_until is not null then least(d.hold_until, at) end,
      version = d.version + 1, updated_at = at
    where d.store_id = of_store and (d.customer_id = any(people) or lower(d.email) = address
      or (d.customer_id is null and lower(d.email) = any(addresses) and exists (select from unnest(addresses, sinces, untils) e (email, since, until)
        where e.email = lower(d.email) and d.created_at between e.since and e.until)))
    returning d.id)
  select coalesce(array_agg(id), '{}') into drafts from emptied;

  -- Other people's documents only lose the email (door.clear_erased_emails). If an order's email was corrected after a
  -- document was issued, only the document has the old email.
  update shop.order_documents d set email_erased_at = at
    where d.store_id = of_store and lower(d.email) = any(addresses) and d.email_erased_at is null
      and exists (select from shop.orders o join unnest(addresses, sinces, untils) e (email, since, until)
          on o.created_at between e.since and e.until
        where o.store_id = of_store and o.id = d.order_id and e.email = lower(d.email));

  with deleted as (delete from shop.subscriptions s using unnest(addresses, sinces, untils) e (email, since, until)
    where s.store_id = of_store and lower(s.email) = e.email and greatest(s.requested_at, s.confirmed_at) between e.since and e.until
    returning s.id)
  select array_agg(id) into subscribed from deleted;

  -- The audit log keeps who did what and when; personal data is removed.
  update shop.audit_entries e set before = null, after = null where e.store_id = of_store and (
    (e.entity_type = 'customer' and e.entity_id = any(people))
    or (e.entity_type = 'subscription' and e.entity_id = any(subscribed)));
  update shop.audit_entries e set before = e.before - personal, after = e.after - personal
    where e.store_id = of_store and e.entity_type = 'order' and e.entity_id = any(others)
      and (e.before ?| personal or e.after ?| personal);
  update shop.audit_entries e set before = e.before - personal, after = e.after - personal
    where e.store_id = of_store and e.entity_type = 'review' and e.entity_id = any(written);

  -- Removes only personal data, so that a repeated request still finds that its order was placed.
  update shop.idempotency_keys k set response = (k.response::jsonb || jsonb_build_object('customer', jsonb_build_object('email', null),
      'shippingAddress', null, 'billingAddress', null, 'note', null, 'vatId', null))::json
    where k.store_id = of_store and k.operation = 'createOrder' and (k.response ->> 'id' = any((theirs || others)::text[])
      or exists (select from unnest(addresses, sinces, untils) e (email, since, until)
        where e.email = lower(k.response -> 'customer' ->> 'email') and k.created_at between e.since and e.until));
  delete from shop.mails m where m.store_id = of_store and (m.template like 'order-%' and m.data ->> 'orderId' = any((theirs || drafts)::text[])
    or (lower(m.recipient) = any(addresses) and exists (select from unnest(addresses, sinces, untils) e (email, since, until)
      where e.email = lower(m.recipient) and m.created_at between e.since and e.until)));
  delete from shop.jobs x where x.store_id = of_store and exists (select from unnest(addresses, sinces, untils) e (email, since, until)
    where strpos(lower(x.payload::text), e.email) > 0 and x.run_at between e.since and e.until);
  delete from shop.customer_addresses a where a.store_id = of_store and a.customer_id = any(people);
  update shop.customers c set email = null, name = '', phone = null, note = null, tags = '{}', former_emails = '{}',
    former_emails_since = '{}', former_emails_until = '{}', email_since = null, user_id = null,
    erased_at = at, updated_at = at, version = c.version + 1
    where c.store_id = of_store and c.id = any(people) and c.erased_at is null;
end $$;

grant execute on function door.erase_customer to {{app}}, {{worker}};
