call shop.protect('shop.translated_words', 'staff');
