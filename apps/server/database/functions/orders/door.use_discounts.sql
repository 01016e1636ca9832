-- Records the discounts that a new order uses, with their codes and what each takes off the lines and shipping, within
-- the total limits and the limits per customer. Returns the first discount that can't be used, and whether its total
-- limit is the reason; no row if all can be used. Locks discounts with a limit in the order of their ids, to avoid
-- deadlocks; orders wait for each other only there. The shared lock prevents changes to the store's discounts until the
-- order is placed. Uses per customer include those of all customers with the same mailbox. Discounts for first orders
-- can be used in one order of a mailbox only, paid or not.
create or replace function door.use_discounts(of_order uuid, wanted uuid[], codes text[], amounts bigint[], off_shipping bigint[])
returns table (refused uuid, is_limit boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  gone uuid;
  limited uuid[];
  unique_codes uuid[];
  for_some uuid[];
  counted uuid[];
  -- The customers with the mailbox of the order's customer, who may be a guest; null if the order has no customer.
  people uuid[];
  use record;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('discounts ' || of_store, 0));
  select (array_agg(w.id order by w.id) filter (where x.id is null))[1],
      array_agg(x.id) filter (where x.usage_limit is not null),
      array_agg(x.id) filter (where x.has_unique_codes),
      array_agg(x.id) filter (where x.uses_per_customer is not null or x.first_order_only)
    into gone, limited, unique_codes, for_some
    from unnest(wanted) w(id)
    left join shop.discounts x on x.store_id = of_store and x.id = w.id and x.is_active and x.deleted_at is null;
  if gone is not null then return query select gone, true; return; end if;
  if for_some is not null then
    perform pg_advisory_xact_lock(hashtextextended('discount uses ' || of_store || c.mailbox, 0))
      from shop.orders o join shop.customers c on c.store_id = of_store and c.id = o.customer_id
      where o.store_id = of_store and o.id = of_order;
    select array_agg(b.id) into people from shop.orders o
      join shop.customers c on c.store_id = of_store and c.id = o.customer_id
      join shop.customers b on b.store_id = of_store and b.mailbox = c.mailbox and b.erased_at is null
      where o.store_id = of_store and o.id = of_order;
  end if;
  if limited is not null then
    perform x.id from shop.discounts x where x.store_id = of_store and x.id = any(limited) order by x.id for update;
    with now_used as (
      update shop.discounts x set used = x.used + 1
      where x.store_id = of_store and x.id = any(limited) and x.used < x.usage_limit returning x.id
    )
    select array_agg(n.id) into counted from now_used n;
    if cardinality(limited) > coalesce(cardinality(counted), 0) then
      return query select l.id, true from unnest(limited) l(id) where l.id <> all(coalesce(counted, '{}')) order by l.id limit 1;
      return;
    end if;
  end if;
  for use in select w.id, w.code from unnest(wanted, codes) w(id, code) where w.id = any(unique_codes) order by w.id loop
    update shop.discount_codes c set order_id = of_order
      where c.store_id = of_store and c.discount_id = use.id and upper(c.code) = upper(use.code) and c.order_id is null;
    if not found then return query select use.id, true; return; end if;
  end loop;
  for use in select x.id, x.uses_per_customer, x.first_order_only from shop.discounts x
    where x.store_id = of_store and x.id = any(for_some) order by x.id
  loop
    if people is null then return query select use.id, false; return; end if;
    if (select count(*) from shop.discount_uses u join shop.orders o on o.store_id = u.store_id and o.id = u.order_id
        where u.store_id = of_store and u.discount_ids @> array[use.id] and o.customer_id = any(people)) >= use.uses_per_customer then
      return query select use.id, false; return;
    end if;
    if use.first_order_only and (
      exists (select from shop.customers c where c.store_id = of_store and c.id = any(people) and c.order_count > 0)
      or exists (select from shop.orders o
        join shop.discount_uses u on u.store_id = of_store and u.order_id = o.id
        join shop.discounts x on x.store_id = of_store and x.id = any(u.discount_ids) and x.first_order_only
        where o.store_id = of_store and o.customer_id = any(people))) then return query select use.id, false; return; end if;
  end loop;
  insert into shop.discount_uses (store_id, order_id, discount_ids, amounts, off_shipping)
    values (of_store, of_order, wanted, amounts, off_shipping);
end $$;

grant execute on function door.use_discounts to {{app}}, {{worker}};
