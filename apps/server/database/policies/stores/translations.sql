call shop.protect('shop.translations', 'staff');
