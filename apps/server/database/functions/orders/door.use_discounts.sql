-- Records what a new order uses, within the limits in all and per customer. Returns the first discount that can't be used, and
-- whether because of its limit; no row if all can. Locks discounts with a limit in the order of their ids, to avoid deadlocks.
-- Orders wait for each other only there. The shared lock keeps the store's discounts as they are until the order is placed.
-- Uses per customer count those of all customers with the mailbox; a first order may use several discounts, but no other order
-- of the mailbox one for first orders, paid or not.
create or replace function door.use_discounts(of_order uuid, wanted jsonb) returns table (refused uuid, is_limit boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  -- The customers with the mailbox of the order's customer, who may be a guest; null: the order has none.
  people uuid[];
  use record;
  d shop.discounts;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('discounts ' || of_store, 0));
  if exists (select from shop.discounts x where x.store_id = of_store
      and x.id in (select w.id from jsonb_to_recordset(wanted) as w(id uuid)) and (x.uses_per_customer is not null or x.first_order_only)) then
    perform pg_advisory_xact_lock(hashtextextended('discount uses ' || of_store || c.mailbox, 0))
      from shop.orders o join shop.customers c on c.store_id = of_store and c.id = o.customer_id
      where o.store_id = of_store and o.id = of_order;
    select array_agg(b.id) into people from shop.orders o
      join shop.customers c on c.store_id = of_store and c.id = o.customer_id
      join shop.customers b on b.store_id = of_store and b.mailbox = c.mailbox and b.erased_at is null
      where o.store_id = of_store and o.id = of_order;
  end if;
  for use in
    select w.id, w.code, x as discount from jsonb_to_recordset(wanted) as w(id uuid, code text)
    left join shop.discounts x on x.store_id = of_store and x.id = w.id and x.is_active and x.deleted_at is null
    where x.id is null or x.usage_limit is not null or x.has_unique_codes or x.uses_per_customer is not null or x.first_order_only
    order by w.id
  loop
    d := use.discount;
    if d.id is null then return query select use.id, true; return; end if;
    if d.usage_limit is not null then
      update shop.discounts set used = used + 1 where store_id = of_store and id = d.id and used < usage_limit;
      if not found then return query select d.id, true; return; end if;
    end if;
    if d.has_unique_codes then
      update shop.discount_codes set order_id = of_order
        where store_id = of_store and discount_id = d.id and upper(code) = upper(use.code) and order_id is null;
      if not found then return query select d.id, true; return; end if;
    end if;
    if d.uses_per_customer is not null or d.first_order_only then
      if people is null then return query select d.id, false; return; end if;
      if (select count(*) from shop.discount_uses u join shop.orders o on o.store_id = u.store_id and o.id = u.order_id
          where u.store_id = of_store and u.discount_id = d.id and o.customer_id = any(people)) >= d.uses_per_customer then
        return query select d.id, false; return;
      end if;
      if d.first_order_only and (
        exists (select from shop.customers c where c.store_id = of_store and c.id = any(people) and c.order_count > 0)
        or exists (select from shop.orders o
          join shop.discount_uses u on u.store_id = of_store and u.order_id = o.id
          join shop.discounts x on x.store_id = of_store and x.id = u.discount_id and x.first_order_only
          where o.store_id = of_store and o.customer_id = any(people))) then return query select d.id, false; return; end if;
    end if;
  end loop;
  insert into shop.discount_uses (store_id, order_id, discount_id, code, amount_minor, off_shipping_minor)
    select of_store, of_order, w.id, w.code, w.amount, w."offShipping"
    from jsonb_to_recordset(wanted) as w(id uuid, code text, amount bigint, "offShipping" bigint);
end $$;

grant execute on function door.use_discounts to {{app}}, {{worker}};
