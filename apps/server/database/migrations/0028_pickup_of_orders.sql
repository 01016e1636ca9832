-- The pickup location as of the order: {locationName, address}. Null: the order is shipped.
alter table shop.orders add pickup jsonb;
