-- Locks the owners of a store until the transaction ends, so that concurrent transactions that add rows to these owners'
-- stores check their limits one after the other. Call it before the statement that counts rows, so that this statement sees
-- the rows that others have committed in the meantime.
create or replace function door.lock_owners(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid;
begin
  for owner in
    select distinct a.user_id from shop.role_assignments a
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
    where a.store_id = of_store and a.joined order by a.user_id
  loop
    perform pg_advisory_xact_lock(hashtextextended('rows of ' || owner, 0));
  end loop;
end
$$;

grant execute on function door.lock_owners to {{app}}, {{worker}};
