call shop.protect('shop.draft_orders', 'order', 'id');
grant delete on shop.draft_orders to {{doors}};
grant update (billing_address, customer_id, email, expires_at, hold_until, key_hash, link_version, note, shipping_address, tags, updated_at, version)
  on shop.draft_orders to {{doors}};
-- Lets signed-in customers export the drafts prepared for them.
create policy of_customer on shop.draft_orders for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store() and converted_at is null
    and (customer_id = shop.current_customer() or (customer_id is null and lower(email) = (select lower(c.email) from shop.customers c
      where c.store_id = draft_orders.store_id and c.id = shop.current_customer()))));
