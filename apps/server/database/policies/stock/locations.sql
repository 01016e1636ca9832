call shop.protect('shop.locations', 'staff');
revoke delete on shop.locations from {{app}}, {{worker}};
-- The order scope reads the store's locations, to return units to where they were sold from. While an order is being
-- placed, it sees none.
create policy of_order on shop.locations for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'order' and store_id = shop.current_store()
    and exists (select from shop.orders o where o.store_id = locations.store_id));
