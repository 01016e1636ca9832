grant select, insert, update on shop.users to {{app}}, {{worker}};
grant select on shop.users to {{doors}};
grant update (email, name, password_hash) on shop.users to {{doors}};
