-- Erases the next customers of stores that were deleted before `before`. Returns how many.
create or replace function door.forget_deleted_stores(before timestamptz, max_customers int, nobody text, at timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  next record;
  erased int := 0;
begin
  for next in
    select c.store_id, c.id from shop.stores s
    join shop.customers c on c.store_id = s.id and c.erased_at is null
    where s.deleted_at < before and s.erased_at is null
    order by c.store_id, c.id limit max_customers
  loop
    perform door.enter(next.store_id, 'system', '');
    perform door.erase_customer(next.id, nobody, at);
    erased := erased + 1;
  end loop;
  return erased;
end $$;

grant execute on function door.forget_deleted_stores to {{worker}};
