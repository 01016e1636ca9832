call shop.protect('shop.locations', 'staff');
revoke delete on shop.locations from {{app}}, {{worker}};
-- An order's units go back to the locations they were sold from. A new order sees none: row-level security shows only its own order.
create policy of_order on shop.locations for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'order' and store_id = shop.current_store()
    and exists (select from shop.orders o where o.store_id = locations.store_id));
