-- Whoever writes as a shopper looks at the store under a lock: a store that is being deleted, or changes its mode or its
-- currency, takes its row exclusively, so that what comes at that moment waits and then sees what the store is by now.

-- A lock on a row asks for the right to change it.
grant update (updated_at) on shop.stores to {{doors}};

-- Keeps the store as it is until the transaction ends. Raises VT404 where it is deleted.
create function door.require_open_store(of_store uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from shop.stores where id = of_store and deleted_at is null for key share;
  if not found then raise exception 'no such store' using errcode = 'VT404'; end if;
end $$;

create or replace function door.enter_checkout(of_store uuid, new_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.require_open_store(of_store);
  if exists (select from shop.orders where id = new_order)
  then raise exception 'no such store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', new_order::text);
end $$;

create or replace function door.enter_shopper(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.require_open_store(of_store);
  perform door.enter(of_store, 'shopper', '');
end $$;

create or replace function door.enter_customer(actor uuid, of_store uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare found uuid;
begin
  perform door.require_open_store(of_store);
  found := door.customer_of(actor, of_store, 'store', null);
  if found is null then raise exception 'no customer of this store' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'customer', '');
  perform set_config('app.customer', found::text, true);
  return found;
end $$;

-- The mode of the store entered, which stays so until the transaction ends; a deleted store's too.
create function door.hold_mode() returns text
language sql volatile security definer set search_path = '' as $$
  select environment from shop.stores where id = shop.current_store() for key share
$$;

do $$
declare f text;
begin
  foreach f in array '{require_open_store(uuid),hold_mode()}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
  end loop;
end $$;
grant execute on function door.hold_mode() to {{app}}, {{worker}};
