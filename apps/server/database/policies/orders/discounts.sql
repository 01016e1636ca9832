call shop.protect('shop.discounts', 'staff');
revoke delete on shop.discounts from {{app}}, {{worker}};
grant update on shop.discounts to {{doors}};
