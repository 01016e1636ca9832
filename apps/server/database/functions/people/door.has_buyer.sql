-- Whether the order can still get money, units or an address: its customer wasn't erased, and its store isn't deleted.
-- Call it under the order's lock, which an erasure takes, too.
create or replace function door.has_buyer(of_order uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (select from shop.stores s where s.id = o.store_id and s.deleted_at is null)
    and not exists (select from shop.customers c where c.store_id = o.store_id and c.id = o.customer_id and c.erased_at is not null)
  from shop.orders o where o.store_id = shop.current_store() and o.id = of_order
$$;

grant execute on function door.has_buyer to {{app}}, {{worker}};
