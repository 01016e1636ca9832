call shop.protect('shop.store_languages', 'staff');
