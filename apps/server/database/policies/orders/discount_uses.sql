call shop.protect('shop.discount_uses', 'order');
revoke insert, update, delete on shop.discount_uses from {{app}}, {{worker}};
grant insert, delete on shop.discount_uses to {{doors}};
grant update (amounts, off_shipping) on shop.discount_uses to {{doors}};
