call shop.protect('shop.customers', 'customer', 'id');
revoke delete on shop.customers from {{app}}, {{worker}};
grant insert, update, delete on shop.customers to {{doors}};
