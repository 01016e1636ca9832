call shop.protect('shop.shipments', 'order');
create policy of_customer on shop.shipments for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = shipments.store_id and o.id = shipments.order_id and o.customer_id = shop.current_customer()));
grant update (tracking_number, tracking_url) on shop.shipments to {{doors}};
