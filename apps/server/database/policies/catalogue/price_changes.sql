call shop.protect('shop.price_changes', 'staff');
revoke insert, update, delete on shop.price_changes from {{app}}, {{worker}};
grant insert, update, delete on shop.price_changes to {{doors}};
