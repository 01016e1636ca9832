grant select, insert, update on shop.sessions to {{app}}, {{worker}};
grant select, delete on shop.sessions to {{doors}};
