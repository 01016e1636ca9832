-- Returns the index of a price, in minor units, among the lower bounds of the price bands for currencies with 0 to 4
-- decimals. The bounds must equal allBandStarts in the server.
create or replace function catalogue.price_step(price int) returns int language sql immutable parallel safe
  as $$ select width_bucket(price, '{50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000,2000000}'::int[]) $$;
