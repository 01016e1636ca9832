call shop.protect('shop.synonym_keys', 'staff');
