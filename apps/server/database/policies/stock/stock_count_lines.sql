call shop.protect('shop.stock_count_lines', 'staff');
revoke update, delete on shop.stock_count_lines from {{app}}, {{worker}};
