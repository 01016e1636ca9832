-- Counts a product's reviews by unverified buyers: those since `since` or, if more, a fifth of the pending ones,
-- because moderation may take days. Reads at most max_count of the former and 5 × max_count of the latter. The caller's
-- own reviews count ten times, or those of the wider network five times if that is more.
create or replace function door.unproven_reviews(of_product uuid, of_caller bytea, of_network bytea, since timestamptz, max_count int)
returns int
language sql stable security definer set search_path = '' as $$
  with latest as (select r.caller, r.network from shop.reviews r where r.store_id = shop.current_store()
      and r.product_id = of_product and r.created_at > since and not r.verified limit max_count),
    waiting as (select r.caller, r.network from shop.reviews r where r.store_id = shop.current_store()
      and r.product_id = of_product and r.status = 'PENDING' and not r.verified limit 5 * max_count)
  select greatest(
    (select count(*) + greatest(9 * count(*) filter (where caller = of_caller),
      4 * count(*) filter (where network = of_network)) from latest),
    (select count(*) + greatest(9 * count(*) filter (where caller = of_caller),
      4 * count(*) filter (where network = of_network)) from waiting) / 5)::int
$$;

grant execute on function door.unproven_reviews to {{app}}, {{worker}};
