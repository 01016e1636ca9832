-- A transaction with access to one order may recalculate counted_minor, which it does if the refund of a buyer's
-- cancellation fails. Only the system adds disputes.
call shop.protect('shop.disputes', 'order');
revoke delete on shop.disputes from {{app}}, {{worker}};
revoke insert, update on shop.disputes from {{app}};
grant update (counted_minor) on shop.disputes to {{app}};
grant update (ask_at) on shop.disputes to {{doors}};
