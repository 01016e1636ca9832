-- An amount in a currency with more or fewer decimals. Never below 1 where it was above 0, nor above the column's maximum.
create or replace function shop.rescaled(minor numeric, digits int) returns int language sql immutable strict as $$
  select least(greatest(round(minor * 10::numeric ^ digits), sign(minor)), 2147483647)::int
$$;
