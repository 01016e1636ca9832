call shop.protect('shop.provider_movements', 'staff');
revoke delete on shop.provider_movements from {{app}}, {{worker}};
