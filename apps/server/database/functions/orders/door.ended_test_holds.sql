-- For the worker: test orders whose held units must be released, because the hold has expired or the store went LIVE.
create or replace function door.ended_test_holds(max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id, o.test_held_until::text from shop.orders o join shop.stores s on s.id = o.store_id
  where o.test_held_until is not null and (o.test_held_until < now() or s.environment = 'LIVE')
    and (o.test_held_until, o.id) > (after_due::timestamptz, after_id)
  order by o.test_held_until, o.id limit max_count
$$;

grant execute on function door.ended_test_holds to {{worker}};
