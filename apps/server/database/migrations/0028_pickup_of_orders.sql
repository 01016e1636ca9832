-- The pickup location when the order was placed: {locationName, address}. Null: the order is shipped.
alter table shop.orders add pickup jsonb;
