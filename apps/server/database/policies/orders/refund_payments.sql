call shop.protect('shop.refund_payments', 'order');
create policy of_customer on shop.refund_payments for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = refund_payments.store_id and o.id = refund_payments.order_id and o.customer_id = shop.current_customer()));
revoke delete on shop.refund_payments from {{app}}, {{worker}};
