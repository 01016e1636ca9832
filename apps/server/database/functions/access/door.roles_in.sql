-- A user's roles in the transaction's store. Returns no row for another store, and none unless the transaction is in
-- the scope of staff or the system.
create or replace function door.roles_in(of_user uuid, of_store uuid)
returns table (id uuid, name text, type text, permissions text[])
language sql stable security definer set search_path = '' as $$
  select r.id, r.name, r.type, r.permissions
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
  join shop.stores s on s.id = a.store_id and s.deleted_at is null
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  where a.user_id = of_user and a.store_id = of_store
    and of_store = shop.current_store() and shop.current_scope() in ('staff', 'system')
  order by lower(r.name)
$$;

grant execute on function door.roles_in to {{app}}, {{worker}};
