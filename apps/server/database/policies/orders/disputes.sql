call shop.protect('shop.disputes', 'staff');
revoke delete on shop.disputes from {{app}}, {{worker}};
grant update (ask_at) on shop.disputes to {{doors}};
