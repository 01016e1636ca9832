-- Lets a cart find the automatic discounts that have not ended without reading ended ones.
drop index shop.discounts_automatic;
drop index shop.discounts_automatic_limited;
create index discounts_automatic on shop.discounts (store_id, (coalesce(ends_at, 'infinity')) desc, id)
  where code is null and not has_unique_codes and is_active and deleted_at is null;
