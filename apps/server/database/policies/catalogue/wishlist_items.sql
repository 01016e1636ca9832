call shop.protect('shop.wishlist_items', 'customer', 'customer_id');
grant delete on shop.wishlist_items to {{doors}};
