grant select, insert, update on shop.test_refunds to {{app}}, {{worker}};
