call shop.protect('shop.imported_quantities', 'staff');
