-- Returns how many bounds in the list are at or below a price in minor units. The list has the lower bounds of the
-- price bands in currencies with 0 to 4 decimals, and must equal allBandStarts in the server (listing/facets.ts).
create or replace function catalogue.price_step(price int) returns int language sql immutable parallel safe
  as $$ select width_bucket(price, '{50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000,2000000}'::int[]) $$;
