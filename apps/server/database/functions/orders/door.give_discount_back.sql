create or replace function door.give_discount_back(of_discount uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.discounts set used = used - 1 where store_id = shop.current_store() and id = of_discount and used > 0
$$;

grant execute on function door.give_discount_back to {{app}}, {{worker}};
