call shop.protect('shop.tax_settings', 'staff');
revoke delete on shop.tax_settings from {{app}}, {{worker}};
