-- What customers are found, counted and made by.

alter table shop.users add column if not exists email_verified_at timestamptz default now();

-- Subscriptions say who takes the newsletter. Counts are of orders that were paid and not refunded (door.count_order).
alter table shop.customers
  drop column accepts_marketing,
  add column order_count int not null default 0 check (order_count >= 0),
  add column spent_minor bigint not null default 0 check (spent_minor >= 0),
  add column last_order_at timestamptz,
  -- When a checkout last asked for a guest of this address.
  add column guest_asked_at timestamptz;

-- One guest for an address. Whoever has an account is known by it, and their address is the account's.
drop index shop.customers_by_email;
create unique index customers_guests on shop.customers (store_id, lower(email)) where erased_at is null and user_id is null;
create index customers_by_email on shop.customers (store_id, lower(email) text_pattern_ops) where erased_at is null;
create index customers_by_name on shop.customers (store_id, lower(name) text_pattern_ops) where erased_at is null;
create index customers_by_last_name on shop.customers (store_id, lower(substring(name from '[^ ]+$')) text_pattern_ops)
  where erased_at is null;
create index customers_by_phone on shop.customers (store_id, regexp_replace(phone, '[^0-9]', '', 'g') text_pattern_ops)
  where erased_at is null and phone is not null;
create index customers_by_spent on shop.customers (store_id, spent_minor desc, id desc) where erased_at is null;
create index customers_by_last_order on shop.customers (store_id, coalesce(last_order_at, '-infinity'::timestamptz) desc, id desc)
  where erased_at is null;

-- Whoever left is asked again before anything is sent: confirmed_at is null then, and was_confirmed_at keeps the consent's time.
alter table shop.subscriptions add column unsubscribed_at timestamptz, add column was_confirmed_at timestamptz;

grant insert on shop.customers to {{doors}};
grant update on shop.customers to {{doors}};
grant update (customer_id) on shop.orders to {{doors}};

-- Orders made before there were customers find theirs. Ids begin with the time, as those the application makes.
set role {{doors}};
insert into shop.customers (store_id, id, email, name, created_at, updated_at)
  select o.store_id,
    (lpad(to_hex((extract(epoch from o.created_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(o.id::text), 1, 3)
      || '8' || substr(md5(o.id::text), 4, 15))::uuid,
    o.email, o.name, o.created_at, o.created_at
  from (select distinct on (store_id, lower(email)) store_id, id, lower(email) as email, created_at,
      coalesce(shipping_address ->> 'name', '') as name
    from shop.orders where email is not null and customer_id is null order by store_id, lower(email), id) o
  on conflict do nothing;
update shop.orders o set customer_id = c.id from shop.customers c
  where o.customer_id is null and c.store_id = o.store_id and lower(c.email) = lower(o.email) and c.user_id is null;
update shop.customers c set order_count = o.count, spent_minor = o.spent, last_order_at = o.last
  from (select store_id, customer_id, count(*) as count, sum(total_minor) as spent, max(created_at) as last from shop.orders
    where paid_at is not null and payment_state <> 'refunded' and deleted_at is null group by 1, 2) o
  where c.store_id = o.store_id and c.id = o.customer_id;
reset role;

-- Keeps a customer's counts, whatever changes an order.
create function door.count_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    update shop.customers set order_count = order_count - 1, spent_minor = spent_minor - old.total_minor
    where store_id = old.store_id and id = old.customer_id
      and old.paid_at is not null and old.payment_state <> 'refunded' and old.deleted_at is null;
  end if;
  update shop.customers set order_count = order_count + 1, spent_minor = spent_minor + new.total_minor,
    last_order_at = greatest(last_order_at, new.created_at)
  where store_id = new.store_id and id = new.customer_id
    and new.paid_at is not null and new.payment_state <> 'refunded' and new.deleted_at is null;
  return null;
end $$;

-- An account's address is its customers' too, so that a later owner of the old one is never taken for them.
create function door.follow_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update shop.customers set email = lower(new.email), version = version + 1, updated_at = now() where user_id = new.id;
  return null;
end $$;

-- The customer an account is in a store. At first it takes over the guest with its address, and that guest's orders: only
-- where the address is proven, or a stranger who registers with it would read them. Null where it is not.
create function door.customer_of_account(actor uuid, of_store uuid, new_id uuid, at timestamptz)
returns table (id uuid, was text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  account record;
  found_id uuid;
begin
  select u.email, u.name into account from shop.users u
    join shop.stores s on s.id = of_store and s.deleted_at is null
    where u.id = actor and u.deleted_at is null and u.email_verified_at is not null;
  if not found then return; end if;
  for tries in 1..3 loop
    select c.id into found_id from shop.customers c where c.store_id = of_store and c.user_id = actor;
    if found then return query select found_id, 'known'; return; end if;
    select c.id into found_id from shop.customers c
      where c.store_id = of_store and lower(c.email) = lower(account.email) and c.erased_at is null
        and (c.user_id is null or exists (select from shop.users u where u.id = c.user_id and u.deleted_at is not null))
      order by c.user_id nulls first limit 1 for update;
    if found then
      update shop.customers c set user_id = actor, email = lower(account.email), version = c.version + 1, updated_at = at,
        name = case when account.name = '' then c.name else account.name end
        where c.store_id = of_store and c.id = found_id;
      update shop.orders o set customer_id = found_id
        where o.store_id = of_store and lower(o.email) = lower(account.email) and o.customer_id is null;
      return query select found_id, 'adopted'; return;
    end if;
    insert into shop.customers as c (store_id, id, user_id, email, name, created_at, updated_at)
      values (of_store, new_id, actor, lower(account.email), account.name, at, at) on conflict do nothing
      returning c.id into found_id;
    if found_id is not null then return query select found_id, 'made'; return; end if;
  end loop;
  raise exception 'the account can not be made a customer' using errcode = '40001';
end $$;

-- Lets an account in as the customer it is, or becomes, in the store entered. No row: its address is not proven.
create function door.enter_account(actor uuid, new_id uuid, at timestamptz) returns table (id uuid, was text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  mine record;
begin
  select * into mine from door.customer_of_account(actor, of_store, new_id, at);
  if mine.id is null then return; end if;
  perform door.enter_customer(actor, of_store);
  return query select mine.id, mine.was;
end $$;

-- Whose an order is that is being made: the signed-in account's, else the guest's whose handle came, else whoever is known
-- by its address; a new guest where nobody is. Nobody's row is changed, and none that is being erased is taken.
create function door.customer_for_order(new_id uuid, actor uuid, guest uuid, with_email text, with_name text, at timestamptz)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  found_id uuid;
begin
  if actor is not null then
    select a.id into found_id from door.customer_of_account(actor, of_store, new_id, at) a;
    if found_id is not null then return found_id; end if;
  end if;
  if guest is not null then
    select c.id into found_id from shop.customers c where c.store_id = of_store and c.id = guest and c.erased_at is null for key share;
    if found then return found_id; end if;
  end if;
  if with_email is null then return null; end if;
  for tries in 1..3 loop
    select c.id into found_id from shop.customers c
      where c.store_id = of_store and lower(c.email) = lower(with_email) and c.erased_at is null
      order by c.user_id is null limit 1 for key share;
    if found then return found_id; end if;
    insert into shop.customers as c (store_id, id, email, name, created_at, updated_at)
      values (of_store, new_id, lower(with_email), coalesce(with_name, ''), at, at) on conflict do nothing
      returning c.id into found_id;
    if found_id is not null then return found_id; end if;
  end loop;
  raise exception 'the customer of the order changes all the time' using errcode = '40001';
end $$;

-- A checkout's guest. Known or new, one row is written: the time it takes tells nobody which.
create function door.find_or_create_guest(new_id uuid, with_email text, with_name text, at timestamptz) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  found_id uuid;
begin
  for tries in 1..3 loop
    update shop.customers c set guest_asked_at = at
      where c.store_id = of_store and c.erased_at is null and c.id = (select k.id from shop.customers k
        where k.store_id = of_store and lower(k.email) = lower(with_email) and k.erased_at is null order by k.user_id is null limit 1)
      returning c.id into found_id;
    if found_id is not null then return found_id; end if;
    insert into shop.customers as c (store_id, id, email, name, created_at, updated_at, guest_asked_at)
      values (of_store, new_id, lower(with_email), with_name, at, at, at) on conflict do nothing
      returning c.id into found_id;
    if found_id is not null then return found_id; end if;
  end loop;
  raise exception 'the guest changes all the time' using errcode = '40001';
end $$;

-- Ids of the store's customers whose e-mail, name, last word of the name or phone begins so. LIKE is not leakproof, so
-- under a policy no index would serve it; ranges are what a prefix is to a prepared statement.
create function door.find_customers(prefix text, digits text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with asked as (select shop.current_store() as store, lower(prefix) as low, lower(prefix) || U&'\+10FFFF' as high)
  select c.id from asked, shop.customers c where c.store_id = asked.store and c.erased_at is null
    and lower(c.email) operator(pg_catalog.~>=~) asked.low and lower(c.email) operator(pg_catalog.~<~) asked.high
  union
  select c.id from asked, shop.customers c where c.store_id = asked.store and c.erased_at is null
    and lower(c.name) operator(pg_catalog.~>=~) asked.low and lower(c.name) operator(pg_catalog.~<~) asked.high
  union
  select c.id from asked, shop.customers c where c.store_id = asked.store and c.erased_at is null
    and lower(substring(c.name from '[^ ]+$')) operator(pg_catalog.~>=~) asked.low
    and lower(substring(c.name from '[^ ]+$')) operator(pg_catalog.~<~) asked.high
  union
  select c.id from asked, shop.customers c where digits <> '' and c.store_id = asked.store and c.erased_at is null
    and c.phone is not null and regexp_replace(c.phone, '[^0-9]', '', 'g') operator(pg_catalog.~>=~) digits
    and regexp_replace(c.phone, '[^0-9]', '', 'g') operator(pg_catalog.~<~) (digits || U&'\+10FFFF')
$$;

-- For what a customer may see of themselves where the table is the staff's.
create function door.takes_newsletter(of_customer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.customers c join shop.subscriptions s on s.store_id = c.store_id
      and lower(s.email) = lower(c.email) and s.source = 'newsletter' and s.confirmed_at is not null
    where c.store_id = shop.current_store() and c.id = of_customer
      and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer()))
$$;

-- By a customer whose address is proven, so that no mail has to ask; leaving makes the last mail's link dead.
create function door.set_newsletter(of_customer uuid, wanted boolean, new_id uuid, dead_hash bytea, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  address text;
begin
  select lower(c.email) into address from shop.customers c
    where c.store_id = of_store and c.id = of_customer and c.erased_at is null
      and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer());
  if address is null then raise exception 'no such customer' using errcode = 'VT404'; end if;
  if wanted then
    insert into shop.subscriptions as s (store_id, id, email, source, token_hash, created_at, requested_at, confirmed_at)
      values (of_store, new_id, address, 'newsletter', dead_hash, at, at, at)
      on conflict (store_id, lower(email), source, variant_id) do update set confirmed_at = coalesce(s.confirmed_at, at);
  else
    update shop.subscriptions s set was_confirmed_at = s.confirmed_at, confirmed_at = null, unsubscribed_at = at, token_hash = dead_hash
      where s.store_id = of_store and lower(s.email) = address and s.source = 'newsletter' and s.confirmed_at is not null;
  end if;
end $$;

-- True however often it is called; false for a subscription that is not there.
create function door.unsubscribe(of_subscription uuid, dead_hash bytea, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update shop.subscriptions s set was_confirmed_at = coalesce(s.confirmed_at, s.was_confirmed_at), confirmed_at = null,
    unsubscribed_at = coalesce(case when s.confirmed_at is null then s.unsubscribed_at end, at), token_hash = dead_hash
    where s.store_id = shop.current_store() and s.id = of_subscription;
  return found;
end $$;

-- Who signs a review: the customer a user is in the store entered, and whether they paid for the piece here.
create function door.reviewer(actor uuid, of_product uuid) returns table (customer_id uuid, has_bought boolean)
language sql stable security definer set search_path = '' as $$
  select c.id, exists (select from shop.orders o join shop.order_items i on i.store_id = o.store_id and i.order_id = o.id
      where o.store_id = shop.current_store() and o.customer_id = c.id and i.product_id = of_product
        and o.paid_at is not null and o.payment_state <> 'refunded' and o.deleted_at is null)
  from door.customer_of(actor, shop.current_store(), 'store', null) c (id) where c.id is not null
$$;

-- Of the customer's address, for the export of what is held of them.
create function door.subscriptions_of(of_customer uuid)
returns table (id uuid, email text, source text, variant_id uuid, requested_at timestamptz, confirmed_at timestamptz,
  was_confirmed_at timestamptz, unsubscribed_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.id, s.email, s.source, s.variant_id, s.requested_at, s.confirmed_at, s.was_confirmed_at, s.unsubscribed_at
  from shop.customers c join shop.subscriptions s on s.store_id = c.store_id and lower(s.email) = lower(c.email)
  where c.store_id = shop.current_store() and c.id = of_customer and c.erased_at is null
    and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer())
  order by s.id limit 1000
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('count_order', 'follow_account', 'customer_of_account', 'enter_account', 'customer_for_order',
      'find_or_create_guest', 'find_customers', 'takes_newsletter', 'set_newsletter', 'unsubscribe',
      'subscriptions_of', 'reviewer') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    if f.proname not in ('count_order', 'follow_account', 'customer_of_account') then
      execute format('grant execute on function %s to {{app}}, {{worker}}', f.name);
    end if;
  end loop;
end $$;
grant execute on function door.count_order(), door.follow_account() to current_user;

create trigger count_new_order after insert on shop.orders for each row
  when (new.customer_id is not null and new.paid_at is not null) execute function door.count_order();
create trigger count_order after update on shop.orders for each row
  when (old.customer_id is distinct from new.customer_id or old.paid_at is distinct from new.paid_at
    or old.payment_state <> new.payment_state or old.total_minor <> new.total_minor
    or old.deleted_at is distinct from new.deleted_at) execute function door.count_order();
create trigger follow_account after update of email on shop.users for each row
  when (lower(old.email) <> lower(new.email) and new.deleted_at is null) execute function door.follow_account();
