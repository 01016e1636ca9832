call shop.protect('shop.upsells', 'catalogue');
