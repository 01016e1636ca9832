call shop.protect('shop.webhook_events', 'staff');
revoke delete on shop.webhook_events from {{app}}, {{worker}};
grant delete on shop.webhook_events to {{doors}};
