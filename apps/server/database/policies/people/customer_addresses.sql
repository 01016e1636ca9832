call shop.protect('shop.customer_addresses', 'customer', 'customer_id');
grant delete on shop.customer_addresses to {{doors}};
