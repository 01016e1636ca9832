call shop.protect('shop.product_words', 'staff');
