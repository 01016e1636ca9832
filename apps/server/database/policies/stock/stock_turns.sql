call shop.protect('shop.stock_turns', 'append');
revoke insert, update, delete on shop.stock_turns from {{app}}, {{worker}};
grant insert, delete on shop.stock_turns to {{doors}};
