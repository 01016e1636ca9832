-- Returns the index of a price among the limits of all price bands, in minor units of any currency. Uses the same limits as
-- allBandStarts in the server.
create or replace function catalogue.price_step(price int) returns int language sql immutable parallel safe
  as $$ select width_bucket(price, '{50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000,2000000}'::int[]) $$;
