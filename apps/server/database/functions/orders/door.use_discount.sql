-- False: the code has reached its usage limit.
create or replace function door.use_discount(of_discount uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with used as (
    update shop.discounts set used = used + 1
    where store_id = shop.current_store() and id = of_discount and (usage_limit is null or used < usage_limit) returning id)
  select exists (select from used)
$$;

grant execute on function door.use_discount to {{app}}, {{worker}};
