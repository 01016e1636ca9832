-- An order that ended unpaid, or a test order, uses its discounts no more.
create or replace function door.give_discounts_back(of_order uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  given uuid;
begin
  for given in select u.discount_id from shop.discount_uses u
    where u.store_id = of_store and u.order_id = of_order order by 1
  loop
    update shop.discounts set used = used - 1
      where store_id = of_store and id = given and usage_limit is not null and used > 0;
  end loop;
  delete from shop.discount_uses where store_id = of_store and order_id = of_order;
  update shop.discount_codes set order_id = null where store_id = of_store and order_id = of_order;
end $$;

grant execute on function door.give_discounts_back to {{app}}, {{worker}};
