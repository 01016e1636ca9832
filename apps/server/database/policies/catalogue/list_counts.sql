call shop.protect('shop.list_counts', 'append');
revoke insert, update, delete on shop.list_counts from {{app}}, {{worker}};
grant insert, update, delete on shop.list_counts to {{doors}};
grant usage on sequence shop.list_count_seq to {{doors}};
