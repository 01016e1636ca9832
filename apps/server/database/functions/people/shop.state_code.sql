-- The code of an address's state in the countries that have a list of them (states.ts), which orders store as codes. Any other
-- region is text that a person typed: null.
create or replace function shop.state_code(address jsonb) returns text
language sql immutable set search_path = '' as $$
  select address ->> 'region' where address ->> 'country' in ('US', 'CA', 'AU') and address ->> 'region' ~ '^[A-Z]{2,3}$'
$$;
