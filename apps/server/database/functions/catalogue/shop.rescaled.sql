-- Converts an amount to a currency with more or fewer decimals: at least 1 if it was above 0, at most the column's maximum.
create or replace function shop.rescaled(minor numeric, digits int) returns int language sql immutable strict as $$
  select least(greatest(round(minor * 10::numeric ^ digits), sign(minor)), 2147483647)::int
$$;
