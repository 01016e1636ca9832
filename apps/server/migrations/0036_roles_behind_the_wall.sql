-- What somebody holds in a store is told within it, to its staff, and to themselves: also where a check was forgotten.
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

-- Of the one who asks, who may have no tie to the store and so no way in.
create function door.own_roles(actor uuid, of_store uuid)
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

-- What a user may do in the store entered; nothing is told outside its staff.
create function door.permissions_in(of_user uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select door.permissions_of(of_user, shop.current_store()) where shop.current_scope() in ('staff', 'system')
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('roles_in', 'own_roles', 'permissions_in') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{app}}, {{worker}}', f.name);
  end loop;
end $$;
