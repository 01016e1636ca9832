call shop.protect('shop.locations', 'staff');
revoke delete on shop.locations from {{app}}, {{worker}};
