-- The code of an address's state, in the countries whose states are listed (states.ts) and stored as codes in orders. Null in
-- other countries, where the region is text that a person typed.
create or replace function shop.state_code(address jsonb) returns text
language sql immutable set search_path = '' as $$
  select address ->> 'region' where address ->> 'country' in ('US', 'CA', 'AU') and address ->> 'region' ~ '^[A-Z]{2,3}$'
$$;
