call shop.protect('shop.discount_codes', 'staff');
grant update, delete on shop.discount_codes to {{doors}};
