call shop.protect('shop.shipping_regions', 'catalogue');
