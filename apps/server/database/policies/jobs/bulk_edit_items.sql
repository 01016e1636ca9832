call shop.protect('shop.bulk_edit_items', 'staff');
revoke insert, update, delete on shop.bulk_edit_items from {{app}};
revoke delete on shop.bulk_edit_items from {{worker}};
grant delete on shop.bulk_edit_items to {{doors}};
grant update (after, before) on shop.bulk_edit_items to {{doors}};
