grant select, insert, update, delete on shop.rate_limits to {{app}}, {{worker}};
grant select, delete on shop.rate_limits to {{doors}};
