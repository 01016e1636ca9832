call shop.protect('shop.stock_status_changes', 'append');
revoke insert, update, delete on shop.stock_status_changes from {{app}}, {{worker}};
grant insert, delete on shop.stock_status_changes to {{doors}};
