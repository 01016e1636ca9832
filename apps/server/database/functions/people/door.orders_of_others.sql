-- Of the orders whose keys the browser has, returns those that another account placed, whose customer has another
-- account, or that were opened in another account's session (bound_to: what each cookie ends with, or null). Reveals
-- nothing about an order without its key.
create or replace function door.orders_of_others(of_user uuid, of_orders uuid[], key_hashes bytea[], bound_to uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from unnest(of_orders, key_hashes, bound_to) own(id, key_hash, bound_to)
  join shop.orders o on o.id = own.id and o.key_hash = own.key_hash
  where o.placed_by <> of_user
    or exists (select from shop.customers c
      where c.store_id = o.store_id and c.id = o.customer_id and c.user_id <> of_user)
    or exists (select from shop.sessions s where s.id = own.bound_to and s.user_id <> of_user)
$$;

grant execute on function door.orders_of_others to {{app}};
