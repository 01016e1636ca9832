-- The available units of a level that is low; null: not low. Low means at or below the reorder point, or 5 without one
-- (lowStockAt in constants.ts of the commerce package). Sales at levels that are not low write no index entry.
alter table shop.inventory_levels add column low_units int
  generated always as (case when on_hand - reserved <= coalesce(reorder_point, 5) then on_hand - reserved end) stored;
create index inventory_levels_by_low_units on shop.inventory_levels (store_id, low_units, variant_id, location)
  where low_units is not null;
