-- Erases at most max_rows rows of personal content in a deleted store that has no customers left. The store is done once no
-- such content remains. Returns 1, or 0 if the store is done or can't be erased now.
create or replace function door.forget_store_content(of_store uuid, max_rows int, nobody text, at timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from shop.stores s where s.id = of_store and s.deleted_at is not null and s.erased_at is null
      and not exists (select from shop.customers c where c.store_id = s.id and c.erased_at is null)
    for no key update skip locked;
  if not found then return 0; end if;
  perform door.enter(of_store, 'system', '');
  if door.forget_visitors(nobody, at, max_rows) then return 1; end if;
  -- The slug of a store that took real money is never given to another store.
  update shop.stores s set erased_at = at, is_slug_free = s.is_slug_free or not exists (select from shop.orders o
      where o.store_id = s.id and o.payment_environment = 'LIVE' and o.paid_at is not null and o.total_minor > 0)
    where s.id = of_store;
  return 0;
end $$;

grant execute on function door.forget_store_content to {{worker}};
