-- Gives back the discount uses of a canceled or expired unpaid order, or of a test order. Locks all of the order's
-- discounts, also those without a limit, because a concurrent change that sets a limit may have counted these uses.
create or replace function door.give_discounts_back(of_order uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  named uuid[];
begin
  with given as (
    delete from shop.discount_uses u where u.store_id = of_store and u.order_id = of_order returning u.discount_ids
  ), locked as (
    select x.id from shop.discounts x where x.store_id = of_store
      and x.id in (select unnest(g.discount_ids) from given g) order by x.id for update
  )
  select array_agg(l.id) into named from locked l;
  update shop.discounts x set used = x.used - 1
    where x.store_id = of_store and x.id = any(named) and x.usage_limit is not null and x.used > 0;
  update shop.discount_codes c set order_id = null where c.store_id = of_store and c.order_id = of_order;
end $$;

grant execute on function door.give_discounts_back to {{app}}, {{worker}};
