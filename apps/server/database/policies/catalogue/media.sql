call shop.protect('shop.media', 'staff');
grant update, delete on shop.media to {{doors}};
