call shop.protect('shop.discount_uses', 'order');
revoke insert, update, delete on shop.discount_uses from {{app}}, {{worker}};
grant insert, delete on shop.discount_uses to {{doors}};
grant update (amount_minor, off_shipping_minor) on shop.discount_uses to {{doors}};
