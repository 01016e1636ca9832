call shop.protect('shop.imported_pictures', 'staff');
