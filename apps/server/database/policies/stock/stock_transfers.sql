call shop.protect('shop.stock_transfers', 'staff');
revoke delete on shop.stock_transfers from {{app}}, {{worker}};
