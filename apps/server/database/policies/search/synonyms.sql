call shop.protect('shop.synonyms', 'staff');
