-- Erases the next customers of a deleted store. Returns how many: at most max_customers, fewer if erasing them takes
-- more than a few seconds, and 0 if none is left.
create or replace function door.forget_store_customers(of_store uuid, max_customers int, nobody text, at timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  next uuid;
  erased int := 0;
begin
  perform from shop.stores s where s.id = of_store and s.deleted_at is not null and s.erased_at is null;
  if not found then return 0; end if;
  perform door.enter(of_store, 'system', '');
  for next in
    select c.id from shop.customers c where c.store_id = of_store and c.erased_at is null order by c.id limit max_customers
  loop
    perform door.erase_customer(next, nobody, at);
    erased := erased + 1;
    exit when clock_timestamp() > statement_timestamp() + interval '5 seconds';
  end loop;
  return erased;
end $$;

grant execute on function door.forget_store_customers to {{worker}};
