call shop.protect('shop.order_changes', 'order');
grant update (shipping_address, billing_address, reason) on shop.order_changes to {{doors}};
grant delete on shop.order_changes to {{doors}};
