call shop.protect('shop.shipping_zones', 'catalogue');
