-- The customer of a new order: the signed-in account's, else the customer with the order's email, else a new guest; null if
-- the order has no email. If several customers have the email, prefers one whose account isn't deleted. Doesn't change a
-- customer found by email, and never returns one who is being erased: the lock waits for an erasure.
create or replace function door.customer_for_order(new_id uuid, actor uuid, with_email text, with_name text, at timestamptz)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  found_id uuid;
begin
  for tries in 1..3 loop
    select a.id into found_id from door.customer_of_account(actor, of_store, new_id, at) a where actor is not null;
    if found then
      perform from shop.customers c where c.store_id = of_store and c.id = found_id and c.erased_at is null for key share;
      if found then return found_id; end if;
      continue;
    end if;
    if with_email is null then return null; end if;
    select c.id into found_id from shop.customers c
      left join shop.users u on u.id = c.user_id and u.deleted_at is null
      where c.store_id = of_store and lower(c.email) = lower(with_email) and c.erased_at is null
      order by u.id is null, c.user_id is not null limit 1 for key share of c;
    if found then return found_id; end if;
    insert into shop.customers as c (store_id, id, email, name, created_at, updated_at)
      values (of_store, new_id, lower(with_email), coalesce(with_name, ''), at, at) on conflict do nothing
      returning c.id into found_id;
    if found_id is not null then return found_id; end if;
  end loop;
  raise exception 'the customer of the order keeps changing' using errcode = '40001';
end $$;

grant execute on function door.customer_for_order to {{app}}, {{worker}};
