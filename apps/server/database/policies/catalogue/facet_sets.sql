call shop.protect('shop.facet_sets', 'catalogue');
revoke update, delete on shop.facet_sets from {{app}}, {{worker}};
