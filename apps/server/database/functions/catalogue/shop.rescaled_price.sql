-- Converts a bulk edit's { price, regularPrice } with shop.rescaled. Removes a regular price that is no longer above
-- the price.
create or replace function shop.rescaled_price(stored jsonb, digits int) returns jsonb language sql immutable as $$
  select stored || jsonb_build_object('price', p.price, 'regularPrice', case when p.regular > p.price then p.regular end)
  from (select shop.rescaled((stored ->> 'price')::numeric, digits) as price,
    shop.rescaled((stored ->> 'regularPrice')::numeric, digits) as regular) p
$$;
