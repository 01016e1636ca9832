call shop.protect('shop.reconciliation_differences', 'staff');
revoke delete on shop.reconciliation_differences from {{app}}, {{worker}};
