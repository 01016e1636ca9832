-- A user's own roles in a store. The transaction needs no access to the store.
create or replace function door.own_roles(actor uuid, of_store uuid)
returns table (id uuid, name text, type text, permissions text[])
language sql stable security definer set search_path = '' as $$
  select r.id, r.name, r.type, r.permissions
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
  join shop.stores s on s.id = a.store_id and s.deleted_at is null
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  where a.user_id = actor and a.store_id = of_store
  order by lower(r.name)
$$;

grant execute on function door.own_roles to {{app}}, {{worker}};
