call shop.protect('shop.policies', 'catalogue');
revoke delete on shop.policies from {{app}}, {{worker}};
grant update on shop.policies to {{doors}};
