-- Makes a deleted account's customers guests again: in one open store, or in the first `max_stores` open ones if of_store is
-- null. A customer whose store already has a guest with that email stays as it is.
create or replace function door.detach_customers(of_user uuid, of_store uuid, max_stores int) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update shop.customers c set user_id = null, version = c.version + 1
    where c.user_id = of_user
      and c.store_id in (select d.store_id from shop.customers d join shop.stores s on s.id = d.store_id and s.deleted_at is null
        where d.user_id = of_user and d.store_id = coalesce(of_store, d.store_id) order by d.store_id limit max_stores)
      and not exists (select from shop.customers g where g.store_id = c.store_id and g.user_id is null and g.erased_at is null
        and lower(g.email) = lower(c.email));
exception when unique_violation then null;
end $$;
