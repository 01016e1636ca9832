call shop.protect('shop.disputes', 'staff');
revoke delete on shop.disputes from {{app}}, {{worker}};
