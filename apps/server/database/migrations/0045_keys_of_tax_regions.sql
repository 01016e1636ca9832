-- The region in the form of stateKey(), so that quotes needn't convert each rate's region. Null: not converted yet. ASCII
-- texts are converted here, and states are stored by code.
alter table shop.tax_rates add column region_key text;
update shop.tax_rates set region_key = lower(region) where region = '' or region ~ '^[!-~]+( [!-~]+)*$';
