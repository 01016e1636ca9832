-- The region in the form of stateKey(), so that quotes needn't convert each rate's region. Null: not converted yet.
-- Converts ASCII texts here, which include the codes of states.
alter table shop.tax_rates add column region_key text;
update shop.tax_rates set region_key = lower(region) where region = '' or region ~ '^[!-~]+( [!-~]+)*$';
