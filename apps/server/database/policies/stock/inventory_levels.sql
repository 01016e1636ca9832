call shop.protect('shop.inventory_levels', 'open');
-- An order locks and moves the levels of its variants; a shopper without one has no business there.
create policy levels on shop.inventory_levels to {{app}}, {{worker}}
  using (store_id = shop.current_store() and shop.current_scope() in ('staff', 'system', 'order'))
  with check (store_id = shop.current_store() and shop.current_scope() in ('staff', 'system', 'order'));
-- MISSING
drop policy read on shop.inventory_levels;
-- MISSING
drop policy add on shop.inventory_levels;
-- MISSING
drop policy change on shop.inventory_levels;
-- MISSING
drop policy remove on shop.inventory_levels;
revoke delete on shop.inventory_levels from {{app}}, {{worker}};
grant update (low_since, low_told_at) on shop.inventory_levels to {{doors}};
