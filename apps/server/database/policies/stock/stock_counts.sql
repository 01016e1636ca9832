call shop.protect('shop.stock_counts', 'staff');
revoke update, delete on shop.stock_counts from {{app}}, {{worker}};
