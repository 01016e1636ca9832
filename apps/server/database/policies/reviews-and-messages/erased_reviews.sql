call shop.protect('shop.erased_reviews', 'staff');
revoke insert, update, delete on shop.erased_reviews from {{app}}, {{worker}};
grant insert on shop.erased_reviews to {{doors}};
