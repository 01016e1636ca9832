-- How many reviews of a product that nobody is known to have bought wait, or came since a moment; `most` is counted at most.
create index reviews_unproven on shop.reviews (store_id, product_id) where status = 'PENDING' and not verified;
create function door.unproven_reviews(of_product uuid, since timestamptz, most int) returns int
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select count(*) from (select from shop.reviews r where r.store_id = shop.current_store() and r.product_id = of_product
      and r.status = 'PENDING' and not r.verified limit most) waiting),
    (select count(*) from (select from shop.reviews r where r.store_id = shop.current_store() and r.product_id = of_product
      and r.created_at > since and not r.verified limit most) latest))::int
$$;
alter function door.unproven_reviews(uuid, timestamptz, int) owner to {{doors}};
revoke all on function door.unproven_reviews(uuid, timestamptz, int) from public;
grant execute on function door.unproven_reviews(uuid, timestamptz, int) to {{app}}, {{worker}};
