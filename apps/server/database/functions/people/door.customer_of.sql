-- Returns the user's customer id in a store if the entity with this kind and id belongs to that customer, else null.
-- For the kind 'store', no entity is checked.
create or replace function door.customer_of(actor uuid, of_store uuid, kind text, of_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.id from shop.customers c
  join shop.users u on u.id = c.user_id and u.deleted_at is null
  join shop.stores s on s.id = c.store_id and s.deleted_at is null
  where c.store_id = of_store and c.user_id = actor and c.erased_at is null
    and case kind
      when 'store' then true
      when 'customer' then c.id = of_id
      when 'address' then exists (select from shop.customer_addresses a where a.store_id = of_store and a.id = of_id and a.customer_id = c.id)
      when 'order' then exists (select from shop.orders o where o.store_id = of_store and o.id = of_id and o.customer_id = c.id and o.deleted_at is null)
      when 'review' then exists (select from shop.reviews r where r.store_id = of_store and r.id = of_id and r.customer_id = c.id)
      else false
    end
$$;

grant execute on function door.customer_of to {{app}}, {{worker}};
