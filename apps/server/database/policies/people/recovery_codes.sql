grant select, insert, update, delete on shop.recovery_codes to {{app}}, {{worker}};
