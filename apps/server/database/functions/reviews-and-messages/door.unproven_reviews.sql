-- How many reviews of a product by unproven buyers came since a moment, counted up to a limit. Five times as many may be
-- pending, because days may pass before somebody looks at them.
create or replace function door.unproven_reviews(of_product uuid, since timestamptz, max_count int) returns int
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select count(*) / 5 from (select from shop.reviews r where r.store_id = shop.current_store() and r.product_id = of_product
      and r.status = 'PENDING' and not r.verified limit 5 * max_count) waiting),
    (select count(*) from (select from shop.reviews r where r.store_id = shop.current_store() and r.product_id = of_product
      and r.created_at > since and not r.verified limit max_count) latest))::int
$$;

grant execute on function door.unproven_reviews to {{app}}, {{worker}};
