-- A guest's customer is created with the order, so checkouts no longer look for one.
alter table shop.customers drop column guest_asked_at;
