-- The rate the tax was counted by, for the invoice: the store's own may be another one later. Null for older orders.
alter table shop.orders add column tax_basis_points int check (tax_basis_points >= 0);
