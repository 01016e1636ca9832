call shop.protect('shop.order_items', 'order');
create policy of_customer on shop.order_items for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = order_items.store_id and o.id = order_items.order_id and o.customer_id = shop.current_customer()));
revoke update on shop.order_items from {{app}}, {{worker}};
grant update (quantity, discount_minor, tax_minor, tax_included_minor, total_minor, position) on shop.order_items to {{app}}, {{worker}};
grant update (refunded_quantity, refunded_minor) on shop.order_items to {{app}}, {{worker}};
grant delete on shop.order_items to {{doors}};
grant update (fulfilled_quantity, returned_quantity) on shop.order_items to {{app}}, {{worker}};
-- A buyer may change the item to another size of the same product.
grant update (variant_id, variant_name, color, size, sku, image) on shop.order_items to {{app}}, {{worker}};
