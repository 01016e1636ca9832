call shop.protect('shop.collection_products', 'catalogue');
