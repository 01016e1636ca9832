call shop.protect('shop.order_events', 'append');
revoke update, delete on shop.order_events from {{app}}, {{worker}};
grant update (text, data), delete on shop.order_events to {{doors}};
