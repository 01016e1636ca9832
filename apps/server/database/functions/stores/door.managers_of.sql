-- The owners of a store and the members who manage its orders, if they have accepted their roles. Checks the
-- permission, not the type MANAGER: roles of that type may lack it, and custom roles of any type may have it.
create or replace function door.managers_of(of_store uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct a.user_id from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and (r.type = 'ADMIN' or 'MANAGE_ORDERS' = any(r.permissions))
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  where a.store_id = of_store and a.joined
$$;

grant execute on function door.managers_of to {{app}}, {{worker}};
