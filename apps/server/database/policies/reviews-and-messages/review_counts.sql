call shop.protect('shop.review_counts', 'staff');
revoke insert, update, delete on shop.review_counts from {{app}}, {{worker}};
grant insert, update on shop.review_counts to {{doors}};
