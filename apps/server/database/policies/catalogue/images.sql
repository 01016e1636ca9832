call shop.protect('shop.images', 'catalogue');
