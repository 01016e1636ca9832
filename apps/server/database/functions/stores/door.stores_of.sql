-- The stores where a user works, with the permissions of all their roles there. A customer's role does not count.
create or replace function door.stores_of(of_user uuid)
returns table (store_id uuid, roles text[], permissions text[], is_owner boolean)
language sql stable security definer set search_path = '' as $$
  select a.store_id, array_agg(distinct r.name order by r.name),
    coalesce(array_agg(distinct p) filter (where p is not null), '{}'), bool_or(r.type = 'ADMIN' and a.joined)
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type <> 'CUSTOMER'
  join shop.stores s on s.id = a.store_id and s.deleted_at is null
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  left join lateral unnest(r.permissions) p on true
  where a.user_id = of_user group by a.store_id
$$;

grant execute on function door.stores_of to {{app}}, {{worker}};
