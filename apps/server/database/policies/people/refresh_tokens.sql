grant select, insert, update on shop.refresh_tokens to {{app}}, {{worker}};
