call shop.protect('shop.contact_messages', 'staff');
revoke insert, update, delete on shop.contact_messages from {{app}}, {{worker}};
grant insert, delete on shop.contact_messages to {{doors}};
