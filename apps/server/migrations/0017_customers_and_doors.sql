-- A store's customers, their door, and how an id finds its store as kinds are added.

create function shop.current_customer() returns uuid language sql stable
  as $$ select nullif(current_setting('app.customer', true), '')::uuid $$;

-- As before, and 'customer': staff and system, or the one customer entered, named by owner_column.
drop procedure shop.protect(regclass, text, text);
create procedure shop.protect(t regclass, kind text, owner_column text default 'order_id') language plpgsql as $$
declare
  own text := 'store_id = shop.current_store()';
  internal text := own || ' and shop.current_scope() in (''staff'', ''system'')';
  readable text;
  writable text;
begin
  if kind not in ('catalogue', 'open', 'append', 'staff', 'order', 'customer') then
    raise exception 'shop.protect knows no kind %', kind;
  end if;
  readable := case when kind in ('staff', 'append') then internal
    when kind = 'order' then format('%s and (shop.current_scope() in (''staff'', ''system'') or %I = shop.current_order())', own, owner_column)
    when kind = 'customer' then format('%s and (shop.current_scope() in (''staff'', ''system'') or (shop.current_scope() = ''customer'' and %I = shop.current_customer()))', own, owner_column)
    else own end;
  writable := case when kind = 'catalogue' then internal else readable end;
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy read on %s for select to {{app}}, {{worker}} using (%s)', t, readable);
  execute format('create policy add on %s for insert to {{app}}, {{worker}} with check (%s)', t,
    case when kind = 'append' then own else writable end);
  execute format('create policy change on %s for update to {{app}}, {{worker}} using (%s) with check (%s)', t, writable, writable);
  execute format('create policy remove on %s for delete to {{app}}, {{worker}} using (%s)', t, writable);
  execute format('create policy doors on %s to {{doors}} using (true) with check (true)', t);
  execute format('grant select, insert, update, delete on %s to {{app}}, {{worker}}', t);
  execute format('grant select on %s to {{doors}}', t);
end $$;

-- Who buys in a store. user_id: the account that may sign in as this customer; nobody else is shown the row.
create table shop.customers (
  store_id uuid not null references shop.stores,
  id uuid not null,
  user_id uuid references shop.users,
  email text,
  name text not null default '',
  phone text,
  accepts_marketing boolean not null default false,
  -- Written by staff about the customer, never shown to them.
  note text,
  tags text[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  primary key (store_id, id),
  check ((erased_at is null) = (email is not null)),
  check (erased_at is null or (user_id is null and name = '' and phone is null and note is null and tags = '{}'))
);
create index customers_by_id on shop.customers (id);
create index customers_newest on shop.customers (store_id, id desc) where erased_at is null;
create unique index customers_by_email on shop.customers (store_id, lower(email)) where erased_at is null;
create unique index customers_by_user on shop.customers (store_id, user_id) where user_id is not null;
create index customers_of_user on shop.customers (user_id) where user_id is not null;
call shop.protect('shop.customers', 'customer', 'id');
revoke delete on shop.customers from {{app}}, {{worker}};

create table shop.customer_addresses (
  store_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  type text not null check (type in ('SHIPPING', 'BILLING')),
  is_default boolean not null default false,
  name text not null,
  address text not null,
  address2 text,
  city text not null,
  region text,
  postal_code text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  phone text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, customer_id) references shop.customers
);
create index customer_addresses_by_id on shop.customer_addresses (id);
create index customer_addresses_by_customer on shop.customer_addresses (store_id, customer_id, type, id);
create unique index customer_addresses_one_default on shop.customer_addresses (store_id, customer_id, type) where is_default;
call shop.protect('shop.customer_addresses', 'customer', 'customer_id');

-- Null for a guest's order and for a review that nobody signed.
alter table shop.orders add column customer_id uuid,
  add foreign key (store_id, customer_id) references shop.customers;
create index orders_by_customer on shop.orders (store_id, customer_id, id desc) where customer_id is not null;
alter table shop.reviews add column customer_id uuid,
  add foreign key (store_id, customer_id) references shop.customers;
create index reviews_by_customer on shop.reviews (store_id, customer_id, id desc) where customer_id is not null;

-- A signed-in customer reads what is theirs; an order is changed through its own door (enter_customers_order).
create policy of_customer on shop.orders for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store() and customer_id = shop.current_customer() and deleted_at is null);
create policy of_customer on shop.reviews for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store() and customer_id = shop.current_customer());
do $$
declare t text;
begin
  foreach t in array '{order_items,payments}'::text[] loop
    execute format('create policy of_customer on shop.%I for select to {{app}}, {{worker}}
      using (shop.current_scope() = ''customer'' and store_id = shop.current_store()
        and exists (select from shop.orders o where o.store_id = %1$I.store_id and o.id = order_id and o.customer_id = shop.current_customer()))', t);
  end loop;
end $$;

-- Whoever enters again in the same transaction is not a customer any more.
create or replace function door.enter(of_store uuid, scope text, of_order text) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform set_config('app.store', of_store::text, true), set_config('app.scope', scope, true),
    set_config('app.order', of_order, true), set_config('app.customer', '', true);
end $$;

-- The customer a user is in a store, where the thing named is that customer's own ('store' names none); else null.
create function door.customer_of(actor uuid, of_store uuid, kind text, of_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.id from shop.customers c
  join shop.users u on u.id = c.user_id and u.deleted_at is null
  join shop.stores s on s.id = c.store_id and s.deleted_at is null
  where c.store_id = of_store and c.user_id = actor and c.erased_at is null
    and case kind
      when 'store' then true
      when 'customer' then c.id = of_id
      when 'address' then exists (select from shop.customer_addresses a where a.store_id = of_store and a.id = of_id and a.customer_id = c.id)
      when 'order' then exists (select from shop.orders o where o.store_id = of_store and o.id = of_id and o.customer_id = c.id and o.deleted_at is null)
      when 'payment' then exists (select from shop.payments p join shop.orders o on o.store_id = p.store_id and o.id = p.order_id
        where p.store_id = of_store and p.id = of_id and o.customer_id = c.id and o.deleted_at is null)
      when 'review' then exists (select from shop.reviews r where r.store_id = of_store and r.id = of_id and r.customer_id = c.id)
      else false
    end
$$;

-- A signed-in customer of the store: their own row, addresses, orders and reviews. Answers with the customer.
create function door.enter_customer(actor uuid, of_store uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare found uuid := door.customer_of(actor, of_store, 'store', null);
begin
  if found is null then raise exception 'no customer of this store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'customer', '');
  perform set_config('app.customer', found::text, true);
  return found;
end $$;

-- A customer about one order of theirs: what its key would open, and nothing else.
create function door.enter_customers_order(actor uuid, of_order uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  select o.store_id into of_store from shop.orders o where o.id = of_order;
  if of_store is null or door.customer_of(actor, of_store, 'order', of_order) is null
  then raise exception 'no such order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_order::text);
  return of_store;
end $$;

-- The kinds of things that ids name. `call shop.name_kind('api-key', 'shop.api_keys')` in the migration that makes the
-- table: store_of is written anew from all of them, so that no migration has to repeat the others' kinds.
create table shop.resource_kinds (kind text primary key, of_table regclass not null, only_where text not null);
revoke all on shop.resource_kinds from public;

create procedure shop.name_kind(named text, t regclass, only_where text default 'true') language plpgsql as $$
declare cases text;
begin
  insert into shop.resource_kinds values (named, t, only_where);
  select string_agg(format('when %L then (select store_id from %s where id = of_id and %s)', k.kind, k.of_table, k.only_where), ' ' order by k.kind)
    into cases from shop.resource_kinds k;
  execute format('create or replace function door.store_of(kind text, of_id uuid) returns uuid
    language sql stable security definer set search_path = '''' as $f$ select case kind %s end $f$', cases);
end $$;
call shop.name_kind('product', 'shop.products');
call shop.name_kind('variant', 'shop.variants');
call shop.name_kind('order', 'shop.orders', 'deleted_at is null');
call shop.name_kind('payment', 'shop.payments');
call shop.name_kind('review', 'shop.reviews');
call shop.name_kind('collection', 'shop.collections');
call shop.name_kind('customer', 'shop.customers');
call shop.name_kind('address', 'shop.customer_addresses');
call shop.name_kind('role', 'shop.roles');

-- Entries of the audit: who else acts, and whether the system wrote it or somebody added it by hand.
alter table shop.audit_entries drop constraint audit_entries_actor_kind_check,
  add check (actor_kind in ('user', 'api-key', 'customer', 'order', 'shopper', 'system')),
  add column origin text not null default 'SYSTEM' check (origin in ('SYSTEM', 'MANUAL'));

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('customer_of', 'enter_customer', 'enter_customers_order') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{app}}, {{worker}}', f.name);
  end loop;
end $$;
