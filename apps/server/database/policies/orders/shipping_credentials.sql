call shop.protect('shop.shipping_credentials', 'staff');
