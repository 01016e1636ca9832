-- The region as stateKey() folds it, so that quotes compare it without folding each rate's. Null: not folded yet. Texts in
-- ASCII are folded here, and states are stored by their codes.
alter table shop.tax_rates add column region_key text;
update shop.tax_rates set region_key = lower(region) where region = '' or region ~ '^[!-~]+( [!-~]+)*$';
