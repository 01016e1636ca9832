-- The store's first remaining owner; the store's own id if it has none.
create or replace function door.owner_of_store(of_store uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select a.user_id from shop.role_assignments a
    where a.store_id = of_store and a.user_id in (select door.owners_of(of_store))
    order by a.created_at, a.user_id limit 1), of_store)
$$;

grant execute on function door.owner_of_store to {{catalogue}};
