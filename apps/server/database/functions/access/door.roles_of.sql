-- A user's roles, sorted by the store's name. Limited to 200, accepted ones first, because the staff of any store can
-- assign roles to any user.
create or replace function door.roles_of(actor uuid)
returns table (store_id uuid, store_name text, type text, permissions text[])
language sql stable security definer set search_path = '' as $$
  select held.store_id, held.name, held.type, held.permissions from (
    select a.store_id, s.name, r.type, r.permissions
    from shop.role_assignments a
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
    join shop.stores s on s.id = a.store_id and s.deleted_at is null
    where a.user_id = actor order by a.joined desc, a.created_at desc limit 200) held
  order by held.name
$$;

grant execute on function door.roles_of to {{app}}, {{worker}};
