call shop.protect('shop.shipping_providers', 'catalogue');
