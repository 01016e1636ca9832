-- Returns the discount of a code, ignoring case. is_used: the code is for a single order, and that order was already
-- placed.
create or replace function door.discount_of_code(of_store uuid, with_code text)
returns table (discount jsonb, code text, is_used boolean)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(d), d.code, false from shop.discounts d
  where d.store_id = of_store and upper(d.code) = upper(with_code) and d.deleted_at is null
  union all
  select to_jsonb(d), c.code, c.order_id is not null from shop.discount_codes c
  join shop.discounts d on d.store_id = c.store_id and d.id = c.discount_id
  where c.store_id = of_store and upper(c.code) = upper(with_code) and d.deleted_at is null and d.has_unique_codes
$$;

grant execute on function door.discount_of_code to {{app}}, {{catalogue}}, {{worker}};
