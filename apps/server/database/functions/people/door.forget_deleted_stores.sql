-- Erases the next customers of stores that were deleted before `before`; if none is left, other people's content there. Returns
-- how many were erased.
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
  if erased = max_customers then return erased; end if;
  for next in
    select s.id from shop.stores s where s.deleted_at < before and s.erased_at is null
      and not exists (select from shop.customers c where c.store_id = s.id and c.erased_at is null)
    order by s.id limit max_customers for no key update
  loop
    perform door.enter(next.id, 'system', '');
    perform door.forget_visitors(nobody, at);
    -- The slug of a store that took real money never leads to another one.
    update shop.stores s set erased_at = at, is_slug_free = s.is_slug_free or not exists (select from shop.orders o
        where o.store_id = s.id and o.payment_environment = 'LIVE' and o.paid_at is not null and o.total_minor > 0)
      where s.id = next.id;
  end loop;
  return erased;
end $$;

grant execute on function door.forget_deleted_stores to {{worker}};
