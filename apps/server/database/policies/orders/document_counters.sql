call shop.protect('shop.document_counters', 'staff');
revoke delete on shop.document_counters from {{app}}, {{worker}};
