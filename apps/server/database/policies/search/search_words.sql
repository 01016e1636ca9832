call shop.protect('shop.search_words', 'catalogue');
