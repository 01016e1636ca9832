call shop.protect('shop.reconciliations', 'staff');
revoke delete on shop.reconciliations from {{app}}, {{worker}};
grant insert, update on shop.reconciliations to {{doors}};
