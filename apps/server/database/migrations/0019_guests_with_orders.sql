-- A guest's customer row is created with the order, so checkouts no longer look for an existing guest.
alter table shop.customers drop column guest_asked_at;
