grant select, insert, update, delete on shop.second_factors to {{app}}, {{worker}};
