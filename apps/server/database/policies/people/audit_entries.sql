call shop.protect('shop.audit_entries', 'append');
revoke update, delete on shop.audit_entries from {{app}}, {{worker}};
grant insert on shop.audit_entries to {{doors}};
grant update (after, before) on shop.audit_entries to {{doors}};
