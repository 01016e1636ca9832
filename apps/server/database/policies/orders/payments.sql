call shop.protect('shop.payments', 'order');
create policy of_customer on shop.payments for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = payments.store_id and o.id = payments.order_id and o.customer_id = shop.current_customer()));
revoke delete on shop.payments from {{app}}, {{worker}};
grant delete on shop.payments to {{doors}};
grant update (client_secret, redirect_url, note, reference) on shop.payments to {{doors}};
