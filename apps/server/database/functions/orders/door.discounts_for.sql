-- A store's discounts for one cart: that of the code, and the automatic ones if asked. is_used: the code is one for a single
-- order, which was placed.
create or replace function door.discounts_for(of_store uuid, with_code text, with_automatic boolean)
returns table (discount jsonb, code text, is_used boolean)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(d), d.code, false from shop.discounts d
  where d.store_id = of_store and upper(d.code) = upper(with_code) and d.deleted_at is null
  union all
  select to_jsonb(d), c.code, c.order_id is not null from shop.discount_codes c
  join shop.discounts d on d.store_id = c.store_id and d.id = c.discount_id
  where c.store_id = of_store and upper(c.code) = upper(with_code) and d.deleted_at is null
  union all
  select to_jsonb(d), null, false from shop.discounts d
  where with_automatic and d.store_id = of_store and d.code is null and not d.has_unique_codes and d.is_active
    and d.deleted_at is null and (d.ends_at is null or d.ends_at > now() - interval '1 minute')
$$;

grant execute on function door.discounts_for to {{app}}, {{catalogue}}, {{worker}};
