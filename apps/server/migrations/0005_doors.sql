-- The definer functions: the only ways into a store's rows, from an id to its store, and across stores for the worker.
-- VT404 is "there is no such thing for you": the server answers 404.

create function door.permissions_of(actor uuid, of_store uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from shop.users u where u.id = actor and u.is_platform_admin and u.deleted_at is null)
      then '{OWNER,VIEW_DASHBOARD,MANAGE_PRODUCTS,MANAGE_ORDERS,MANAGE_CUSTOMERS,MANAGE_DISCOUNTS,MANAGE_SETTINGS,MANAGE_STAFF,MANAGE_ROLES,VIEW_ANALYTICS,EXPORT_DATA}'::text[]
    else (
      select array_agg(distinct p) from (
        select unnest(r.permissions || case when r.type = 'ADMIN' then '{OWNER}'::text[] else '{}' end) p
        from shop.role_assignments a
        join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
        join shop.users u on u.id = a.user_id and u.deleted_at is null
        where a.user_id = actor and a.store_id = of_store
      ) held)
  end
  where exists (select from shop.stores s where s.id = of_store and s.deleted_at is null)
$$;

create function door.enter(of_store uuid, scope text, of_order text) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform set_config('app.store', of_store::text, true), set_config('app.scope', scope, true), set_config('app.order', of_order, true);
end $$;

-- A member of the store's staff, or a platform administrator. Answers with the permissions held.
create function door.enter_user(actor uuid, of_store uuid) returns text[]
language plpgsql security definer set search_path = '' as $$
declare held text[] := door.permissions_of(actor, of_store);
begin
  if held is null then raise exception 'no tie to this store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'staff', '');
  return held;
end $$;

-- Who holds an order's key: that order and nothing else of a person. Answers with the order's store.
create function door.enter_order(of_order uuid, with_key_hash bytea) returns uuid
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  select store_id into of_store from shop.orders
    where id = of_order and key_hash = with_key_hash and deleted_at is null;
  if of_store is null then raise exception 'no such order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_order::text);
  return of_store;
end $$;

-- A shopper about to make an order: an id that exists already opens nothing.
create function door.enter_checkout(of_store uuid, new_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from shop.stores where id = of_store and deleted_at is null)
    or exists (select from shop.orders where id = new_order)
  then raise exception 'no such store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', new_order::text);
end $$;

-- Any shopper: the catalogue, and what every shopper may add (a review, a subscription, a count).
create function door.enter_shopper(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from shop.stores where id = of_store and deleted_at is null)
  then raise exception 'no such store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'shopper', '');
end $$;

-- The system's own work in a store: sweeps, payment facts, imports from the command line.
create function door.enter_system(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.enter(of_store, 'system', '');
end $$;

create function door.store_of(kind text, of_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'product' then (select store_id from shop.products where id = of_id)
    when 'variant' then (select store_id from shop.variants where id = of_id)
    when 'order' then (select store_id from shop.orders where id = of_id and deleted_at is null)
    when 'payment' then (select store_id from shop.payments where id = of_id)
    when 'review' then (select store_id from shop.reviews where id = of_id)
    when 'collection' then (select store_id from shop.collections where id = of_id)
  end
$$;

-- The shopper's look-up: number (or id) with the e-mail it was placed with; the same work whether it is found or not.
create function door.find_order(of_store uuid, reference text, with_email text)
returns table (id uuid, order_number text, email text, currency text, total_minor int, created_at timestamptz,
  payment_state text, fulfilment_state text, cancelled_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.id, o.order_number, o.email, o.currency, o.total_minor, o.created_at, o.payment_state, o.fulfilment_state, o.cancelled_at
  from shop.orders o
  where o.store_id = of_store and lower(o.email) = lower(with_email) and o.deleted_at is null
    and (o.order_number = upper(reference) or o.id::text = lower(reference))
  limit 1
$$;

create function door.discount_by_code(of_store uuid, with_code text)
returns table (id uuid, code text, type text, value int, minimum_subtotal_minor int, starts_at timestamptz,
  ends_at timestamptz, usage_limit int, used int, is_active boolean)
language sql stable security definer set search_path = '' as $$
  select id, code, type, value, minimum_subtotal_minor, starts_at, ends_at, usage_limit, used, is_active
  from shop.discounts d where d.store_id = of_store and upper(d.code) = upper(with_code)
$$;

create function door.roles_of(actor uuid)
returns table (store_id uuid, store_name text, type text, permissions text[])
language sql stable security definer set search_path = '' as $$
  select a.store_id, s.name, r.type, r.permissions
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
  join shop.stores s on s.id = a.store_id and s.deleted_at is null
  where a.user_id = actor order by s.name
$$;

-- For the worker alone: what is due, in all stores.
create function door.expired_orders(most int) returns table (store_id uuid, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id from shop.orders o where o.expires_at < now() order by o.expires_at limit most
$$;

create function door.unsettled_payments(older_than interval, most int) returns table (store_id uuid, payment_id uuid)
language sql stable security definer set search_path = '' as $$
  select p.store_id, p.id from shop.payments p
  where p.state = 'processing' and p.updated_at < now() - older_than order by p.updated_at limit most
$$;

-- Each claim counts as an attempt and moves the row's next turn away (10 s doubling to about 3 hours).
create function door.claim_outbox(most int) returns table (store_id uuid, id uuid, topic text, payload jsonb, attempts int)
language sql volatile security definer set search_path = '' as $$
  update shop.outbox o set attempts = o.attempts + 1, run_at = now() + interval '10 s' * 2 ^ least(o.attempts, 10)
  from (select d.store_id, d.id from shop.outbox d where d.done_at is null and d.run_at <= now()
        order by d.run_at limit most for update skip locked) due
  where o.store_id = due.store_id and o.id = due.id
  returning o.store_id, o.id, o.topic, o.payload, o.attempts
$$;

create function door.sweep_away() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.idempotency_keys where created_at < now() - interval '24 hours';
  delete from shop.rate_limits where window_start < now() - interval '1 hour';
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname, p.prosecdef from pg_proc p where p.pronamespace = 'door'::regnamespace loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{worker}}', f.name);
    if f.proname not in ('enter', 'enter_system', 'expired_orders', 'unsettled_payments', 'claim_outbox', 'sweep_away') then
      execute format('grant execute on function %s to {{app}}', f.name);
    end if;
  end loop;
end $$;
grant usage on schema door to {{catalogue}};
grant execute on function door.discount_by_code(uuid, text), door.store_of(text, uuid) to {{catalogue}};
