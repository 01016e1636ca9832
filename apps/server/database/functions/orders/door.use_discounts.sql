-- Records the discounts that a new order uses, with their codes and the amounts that each takes off the lines and
-- shipping, within the total limits and the limits per customer. Returns the first discount that can't be used; no row
-- if all can be used. is_limit is false if only this customer can't use the discount. Locks discounts with a limit in
-- the order of their ids, to avoid deadlocks. The shared lock prevents changes to the store's discounts until the order
-- is placed. Uses per customer include those of all customers with the same mailbox. Discounts for first orders can be
-- used in only one order of a mailbox, paid or not. A mailbox with more than 1,000 customers can't be one person's, so
-- it can use no discount of these two kinds.
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
    select array_agg(p.id) into people from (
      select b.id from shop.orders o
      join shop.customers c on c.store_id = of_store and c.id = o.customer_id
      join shop.customers b on b.store_id = of_store and b.mailbox = c.mailbox and b.erased_at is null
      where o.store_id = of_store and o.id = of_order limit 1001) p;
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
  if for_some is not null then
    if people is null or cardinality(people) > 1000 then
      return query select s.id, false from unnest(for_some) s(id) order by s.id limit 1;
      return;
    end if;
    -- The mailbox's orders are read once for all discounts.
    return query
      with used as materialized (
        select u.discount_ids from shop.orders o
        join shop.discount_uses u on u.store_id = of_store and u.order_id = o.id
        where o.store_id = of_store and o.customer_id = any(people)
      ), uses as (
        select d.id, count(*) as n from used u cross join unnest(u.discount_ids) d(id) where d.id = any(for_some) group by d.id
      ), has_ordered as materialized (
        select exists (select from shop.customers c where c.store_id = of_store and c.id = any(people) and c.order_count > 0)
          or exists (select from used u join shop.discounts f on f.store_id = of_store and f.id = any(u.discount_ids) and f.first_order_only) as yes
      )
      select x.id, false from shop.discounts x left join uses s on s.id = x.id
      where x.store_id = of_store and x.id = any(for_some)
        and (coalesce(s.n, 0) >= x.uses_per_customer or x.first_order_only and (select h.yes from has_ordered h))
      order by x.id limit 1;
    if found then return; end if;
  end if;
  insert into shop.discount_uses (store_id, order_id, discount_ids, amounts, off_shipping)
    values (of_store, of_order, wanted, amounts, off_shipping);
end $$;

grant execute on function door.use_discounts to {{app}}, {{worker}};
