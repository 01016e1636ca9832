call shop.protect('shop.refunds', 'order');
create policy of_customer on shop.refunds for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = refunds.store_id and o.id = refunds.order_id and o.customer_id = shop.current_customer()));
revoke delete on shop.refunds from {{app}}, {{worker}};
grant update (reason, note) on shop.refunds to {{doors}};
