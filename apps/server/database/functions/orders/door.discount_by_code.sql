create or replace function door.discount_by_code(of_store uuid, with_code text)
returns table (id uuid, code text, type text, value int, minimum_subtotal_minor int, starts_at timestamptz,
  ends_at timestamptz, usage_limit int, used int, is_active boolean)
language sql stable security definer set search_path = '' as $$
  select id, code, type, value, minimum_subtotal_minor, starts_at, ends_at, usage_limit, used, is_active
  from shop.discounts d where d.store_id = of_store and upper(d.code) = upper(with_code)
$$;

grant execute on function door.discount_by_code to {{app}}, {{catalogue}}, {{worker}};
