-- The order scope reads and writes only the order's own movements.
call shop.protect('shop.stock_movements', 'order');
revoke update, delete on shop.stock_movements from {{app}}, {{worker}};
grant insert, delete on shop.stock_movements to {{doors}};
