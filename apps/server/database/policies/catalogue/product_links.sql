call shop.protect('shop.product_links', 'catalogue');
