-- Returns an account's customer in a store. If it has none, it takes over the customer with its email who is a guest or
-- whose account was deleted, and the orders with that email; or else a customer is created. Returns no row if the
-- account's email isn't verified, because only the owner of an email may take over its orders.
create or replace function door.customer_of_account(actor uuid, of_store uuid, new_id uuid, at timestamptz)
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
      update shop.customers c set user_id = actor, email = lower(account.email), version = c.version + 1, updated_at = greatest(c.updated_at, at),
        name = case when account.name = '' then c.name else account.name end
        where c.store_id = of_store and c.id = found_id;
      -- Staff may have changed the guest's email. Orders with other emails are moved to the customers with those
      -- emails, and drafts with other emails lose their customer.
      insert into shop.customers (store_id, id, email, name, created_at, updated_at)
        select of_store, gen_random_uuid(), lower(o.email), coalesce(max(o.shipping_address ->> 'name'), ''), at, at from shop.orders o
        where o.store_id = of_store and o.customer_id = found_id and lower(o.email) <> lower(account.email)
          and o.placed_by is distinct from actor and not exists (select from shop.customers c
            where c.store_id = of_store and lower(c.email) = lower(o.email) and c.erased_at is null)
        group by lower(o.email) on conflict do nothing;
      update shop.orders o set customer_id = (select c.id from shop.customers c
          left join shop.users u on u.id = c.user_id and u.deleted_at is null
          where c.store_id = of_store and lower(c.email) = lower(o.email) and c.erased_at is null
          order by u.id is null, c.user_id is not null limit 1)
        where o.store_id = of_store and o.customer_id = found_id and lower(o.email) <> lower(account.email)
          and o.placed_by is distinct from actor;
      update shop.orders o set customer_id = found_id
        where o.store_id = of_store and lower(o.email) = lower(account.email) and o.customer_id is null;
      update shop.draft_orders d set customer_id = null
        where d.store_id = of_store and d.customer_id = found_id and d.converted_at is null
          and lower(d.email) is distinct from lower(account.email);
      return query select found_id, 'adopted'; return;
    end if;
    insert into shop.customers as c (store_id, id, user_id, email, name, created_at, updated_at)
      values (of_store, new_id, actor, lower(account.email), account.name, at, at) on conflict do nothing
      returning c.id into found_id;
    if found_id is not null then return query select found_id, 'made'; return; end if;
  end loop;
  raise exception 'the customer of the account keeps changing' using errcode = '40001';
end $$;
