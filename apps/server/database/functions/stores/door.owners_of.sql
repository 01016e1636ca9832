-- The owners of a store. A role of type ADMIN that others assigned gives its permissions immediately, but the user becomes an
-- owner only after accepting it.
create or replace function door.owners_of(of_store uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct a.user_id from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  where a.store_id = of_store and a.joined
$$;

grant execute on function door.owners_of to {{app}}, {{worker}};
