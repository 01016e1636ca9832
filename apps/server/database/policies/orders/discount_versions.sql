call shop.protect('shop.discount_versions', 'staff');
revoke insert, update, delete on shop.discount_versions from {{app}}, {{worker}};
grant insert, update on shop.discount_versions to {{doors}};
