grant select, insert, update on shop.test_payments to {{app}}, {{worker}};
grant select, delete on shop.test_payments to {{doors}};
