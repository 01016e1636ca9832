call shop.protect('shop.mails', 'append');
revoke select, update, delete on shop.mails from {{app}}, {{worker}};
grant insert, update, delete on shop.mails to {{doors}};
