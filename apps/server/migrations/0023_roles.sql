-- Roles as people edit them, and what a user's going would leave without an owner.
alter table shop.roles drop constraint roles_store_id_name_key,
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add check (char_length(name) between 1 and 100),
  add check (type <> 'CUSTOMER' or permissions = '{}');
create unique index roles_by_name on shop.roles (store_id, lower(name));
create index role_assignments_by_role on shop.role_assignments (store_id, role_id);
grant update (deleted_at) on shop.stores to {{doors}};

create function door.roles_in(of_user uuid, of_store uuid)
returns table (id uuid, name text, type text, permissions text[])
language sql stable security definer set search_path = '' as $$
  select r.id, r.name, r.type, r.permissions
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
  join shop.stores s on s.id = a.store_id and s.deleted_at is null
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  where a.user_id = of_user and a.store_id = of_store order by lower(r.name)
$$;

-- Who holds a role of type ADMIN in a store and is still there.
create function door.owners_of(of_store uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct a.user_id from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  where a.store_id = of_store
$$;

-- The stores that would have no owner without this user. They stay locked to the transaction's end, as for every change
-- of who works in a store, so that two last owners can't leave at the same moment.
create function door.ownerless_stores_without(of_user uuid) returns table (store_id uuid, store_name text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from shop.stores s
    where s.deleted_at is null and s.id in (select a.store_id from shop.role_assignments a where a.user_id = of_user)
    order by s.id for no key update;
  return query select s.id, s.name from shop.stores s
    where s.deleted_at is null and s.id in (select a.store_id from shop.role_assignments a where a.user_id = of_user)
      and of_user in (select door.owners_of(s.id)) and not exists (select from door.owners_of(s.id) o where o <> of_user)
    order by s.name;
end $$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('roles_in', 'owners_of', 'ownerless_stores_without') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{app}}, {{worker}}', f.name);
  end loop;
end $$;
