-- For staff: ids of the orders with a tag. The array operator @> is not leakproof, so it could not use an index under a
-- policy.
create or replace function door.orders_with_tag(tag text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from shop.orders o
  where shop.current_scope() in ('staff', 'system') and o.store_id = shop.current_store() and o.tags <> '{}' and o.tags @> array[tag]
$$;

grant execute on function door.orders_with_tag to {{app}}, {{worker}};
