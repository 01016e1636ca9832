call shop.protect('shop.refund_lines', 'order');
create policy of_customer on shop.refund_lines for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = refund_lines.store_id and o.id = refund_lines.order_id and o.customer_id = shop.current_customer()));
revoke delete on shop.refund_lines from {{app}}, {{worker}};
