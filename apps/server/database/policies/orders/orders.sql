call shop.protect('shop.orders', 'order', 'id');
-- A signed-in customer reads their own orders. To change one, the transaction calls door.enter_customers_order.
create policy of_customer on shop.orders for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store() and customer_id = shop.current_customer() and deleted_at is null);
-- Checks the key in every statement, also after waiting for the row's lock, because the key may be replaced and the
-- order moved to another customer during the transaction.
create policy of_current_key on shop.orders as restrictive to {{app}}, {{worker}}
  using (shop.current_scope() <> 'order' or key_hash = coalesce(shop.current_order_key(), key_hash)
    or customer_id = shop.current_customer());
revoke delete on shop.orders from {{app}}, {{worker}};
grant delete on shop.orders to {{doors}};
grant update (billing_address, customer_id, email, expires_at, is_express, kept_country, kept_region, key_hash, link_version, mail_callers, note, placed_address, placed_by, placed_network, shipping_address, tags, updated_at, vat_id) on shop.orders to {{doors}};
