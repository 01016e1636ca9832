-- Converts minor units to a currency with `digits` more decimals (negative: fewer). The result is at least 1 if the
-- amount was above 0, and at most 2,147,483,647, the maximum of an integer.
create or replace function shop.rescaled(minor numeric, digits int) returns int language sql immutable strict as $$
  select least(greatest(round(minor * 10::numeric ^ digits), sign(minor)), 2147483647)::int
$$;
