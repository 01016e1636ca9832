call shop.protect('shop.bulk_edits', 'staff');
revoke delete on shop.bulk_edits from {{app}}, {{worker}};
grant delete on shop.bulk_edits to {{doors}};
grant update (drops_items, item_count, product_ids, state, variant_ids, version) on shop.bulk_edits to {{doors}};
