call shop.protect('shop.order_events', 'append');
revoke update, delete on shop.order_events from {{app}}, {{worker}};
grant update (text, data), delete on shop.order_events to {{doors}};
-- Lets customers read the events of their own orders, for their data export.
create policy of_customer on shop.order_events for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = order_events.store_id and o.id = order_events.order_id and o.customer_id = shop.current_customer()));
-- Lets transactions with access to one order read which events its timeline already has.
create policy of_order on shop.order_events for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'order' and store_id = shop.current_store() and order_id = shop.current_order());
