call shop.protect('shop.shipment_lines', 'order');
create policy of_customer on shop.shipment_lines for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = shipment_lines.store_id and o.id = shipment_lines.order_id and o.customer_id = shop.current_customer()));
revoke update on shop.shipment_lines from {{app}}, {{worker}};
