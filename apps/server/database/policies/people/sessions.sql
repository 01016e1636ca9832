grant select, insert, update on shop.sessions to {{app}}, {{worker}};
grant select, delete on shop.sessions to {{doors}};
-- Needed to lock a session for share.
grant update (revoked_at) on shop.sessions to {{doors}};
