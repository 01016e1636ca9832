call shop.protect('shop.stock_transfer_lines', 'staff');
revoke delete on shop.stock_transfer_lines from {{app}}, {{worker}};
