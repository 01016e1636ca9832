call shop.protect('shop.subscriptions', 'staff');
grant insert, update, delete on shop.subscriptions to {{doors}};
