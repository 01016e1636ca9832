-- Erases what the account, and a guest of its proven address, left in stores that are deleted. Called before the account's
-- own row forgets its address.
create or replace function door.erase_in_deleted_stores(of_user uuid, nobody text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  next record;
begin
  for next in
    select c.store_id, c.id from shop.users u
    join shop.stores s on s.deleted_at is not null and s.forgotten_at is null
    join shop.customers c on c.store_id = s.id and c.erased_at is null and (c.user_id = u.id
      or (c.user_id is null and u.email_verified_at is not null and lower(c.email) = lower(u.email)))
    where u.id = of_user order by c.store_id, c.id
  loop
    perform door.enter(next.store_id, 'system', '');
    perform door.erase_customer(next.id, nobody, at);
  end loop;
  perform set_config('app.store', '', true), set_config('app.scope', '', true);
end $$;

grant execute on function door.erase_in_deleted_stores to {{app}};
