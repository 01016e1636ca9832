grant select, insert on shop.test_captures to {{app}}, {{worker}};
