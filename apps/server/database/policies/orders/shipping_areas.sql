call shop.protect('shop.shipping_areas', 'catalogue');
