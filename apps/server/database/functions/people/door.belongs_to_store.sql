-- Whether the user is a customer of the transaction's store or joined its staff, belongs to no other store, and isn't a
-- platform administrator. A store's owner controls its host, so links there must give access to that store only. May be
-- called by anonymous callers.
create or replace function door.belongs_to_store(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (exists (select from shop.customers c
        where c.store_id = shop.current_store() and c.user_id = of_user and c.erased_at is null)
      or exists (select from shop.role_assignments a
        where a.store_id = shop.current_store() and a.user_id = of_user and a.joined))
    and not exists (select from shop.customers c
      where c.user_id = of_user and c.store_id <> shop.current_store() and c.erased_at is null)
    and not exists (select from shop.role_assignments a
      where a.user_id = of_user and a.store_id <> shop.current_store())
    and not exists (select from shop.users u where u.id = of_user and u.is_platform_admin)
$$;

grant execute on function door.belongs_to_store to {{app}};
