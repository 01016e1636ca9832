-- Only the system adds disputes. The app may update counted_minor, because it is recalculated when the refund of a
-- buyer's cancellation fails.
call shop.protect('shop.disputes', 'order');
revoke delete on shop.disputes from {{app}}, {{worker}};
revoke insert, update on shop.disputes from {{app}};
grant update (counted_minor) on shop.disputes to {{app}};
grant update (ask_at) on shop.disputes to {{doors}};
