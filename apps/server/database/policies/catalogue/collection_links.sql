call shop.protect('shop.collection_links', 'catalogue');
