-- Where an order is picked up, as it was when the order was placed: {locationName, address}. Null: it is shipped.
alter table shop.orders add pickup jsonb;
