call shop.protect('shop.locations', 'staff');
revoke delete on shop.locations from {{app}}, {{worker}};
-- Lets transactions with access to one order read locations, to return units to where they were sold from. A
-- transaction that is still placing its order sees none, because the order's row doesn't exist yet.
create policy of_order on shop.locations for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'order' and store_id = shop.current_store()
    and exists (select from shop.orders o where o.store_id = locations.store_id));
