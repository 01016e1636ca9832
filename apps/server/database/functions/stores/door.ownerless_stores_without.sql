-- The stores that would have no owner without this user. They stay locked until the transaction ends, so that the last two
-- owners can't leave at the same time.
create or replace function door.ownerless_stores_without(of_user uuid) returns table (store_id uuid, store_name text)
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

grant execute on function door.ownerless_stores_without to {{app}}, {{worker}};
