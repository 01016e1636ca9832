call shop.protect('shop.inventory_levels', 'open');
-- The order scope locks and changes levels; shoppers and customers without an order have no access.
create policy levels on shop.inventory_levels to {{app}}, {{worker}}
  using (store_id = shop.current_store() and shop.current_scope() in ('staff', 'system', 'order'))
  with check (store_id = shop.current_store() and shop.current_scope() in ('staff', 'system', 'order'));
-- The policy above replaces the policies of shop.protect.
drop policy read on shop.inventory_levels;
drop policy add on shop.inventory_levels;
drop policy change on shop.inventory_levels;
drop policy remove on shop.inventory_levels;
revoke delete on shop.inventory_levels from {{app}}, {{worker}};
grant update (low_since, low_reported_at, on_hand, updated_at) on shop.inventory_levels to {{doors}};
