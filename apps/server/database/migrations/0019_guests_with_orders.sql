-- A guest's customer is created with the order, so nobody asks for one before.
alter table shop.customers drop column guest_asked_at;
