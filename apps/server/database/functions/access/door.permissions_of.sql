-- A user's permissions in a store, including 'OWNER'. A platform administrator has all of them. Null if the user has no
-- permissions there, or if the store was deleted.
create or replace function door.permissions_of(actor uuid, of_store uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from shop.users u where u.id = actor and u.is_platform_admin and u.deleted_at is null)
      then '{OWNER,VIEW_DASHBOARD,MANAGE_PRODUCTS,MANAGE_ORDERS,MANAGE_CUSTOMERS,MANAGE_DISCOUNTS,MANAGE_SETTINGS,MANAGE_STAFF,MANAGE_ROLES,VIEW_ANALYTICS,EXPORT_DATA}'::text[]
    else (
      select array_agg(distinct p) from (
        select unnest(r.permissions || case when r.type = 'ADMIN' then '{OWNER}'::text[] else '{}' end) p
        from shop.role_assignments a
        join shop.roles r on r.store_id = a.store_id and r.id = a.role_id
        join shop.users u on u.id = a.user_id and u.deleted_at is null
        where a.user_id = actor and a.store_id = of_store
      ) held)
  end
  where exists (select from shop.stores s where s.id = of_store and s.deleted_at is null)
$$;

grant execute on function door.permissions_of to {{app}}, {{worker}};
