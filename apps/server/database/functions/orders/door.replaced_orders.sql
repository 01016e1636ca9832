-- Returns the browser's orders that a new order replaces: unpaid orders that have no payment and only variants that are
-- in the new order too. Excludes orders whose key was replaced or whose cookie has ended (bound_to: what each cookie ends
-- with, or null), and orders from pay links, whose prices staff set. Locks the orders, so that their keys stay valid.
create or replace function door.replaced_orders(of_orders uuid[], key_hashes bytea[], bound_to uuid[], by_variants text[]) returns setof uuid
language sql volatile security definer set search_path = '' as $$
  select o.id from shop.orders o
  join unnest(of_orders, key_hashes, bound_to) own(id, key_hash, bound_to) on own.id = o.id and own.key_hash = o.key_hash
  where o.store_id = shop.current_store() and o.expires_at is not null and o.deleted_at is null
    and shop.is_current(own.bound_to)
    and not exists (select from shop.draft_orders d where d.store_id = o.store_id and d.id = o.id)
    and not exists (select from shop.payments p where p.store_id = o.store_id and p.order_id = o.id)
    and not exists (select from shop.order_items i
      where i.store_id = o.store_id and i.order_id = o.id and i.variant_id::text <> all(by_variants))
  order by o.id for update of o
$$;

grant execute on function door.replaced_orders to {{app}}, {{worker}};
