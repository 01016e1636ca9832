call shop.protect('shop.shipping_rates', 'catalogue');
