call shop.protect('shop.catalogue_changes', 'append');
revoke insert, update, delete on shop.catalogue_changes from {{app}}, {{worker}};
grant insert, update, delete on shop.catalogue_changes to {{doors}};
