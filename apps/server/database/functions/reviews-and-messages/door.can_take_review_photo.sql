-- Whether a review can take one more picture, checked before the picture is read. Returns ADDED if it can, otherwise
-- the reason why door.add_review_photo, which decides under its lock, would reject the picture. All pending pictures of
-- a store are limited to `max_waiting` pictures and 500 megapixels, each stored with up to one byte per pixel. Reviews
-- without an order take at most half, so that there is room for reviews with an order. If there are no pending
-- pictures, one caller may use 50 megapixels, and the caller's wider network 100. The more others use, the lower these
-- limits are, so a caller's first picture has room until everything is used.
create or replace function door.can_take_review_photo(of_review uuid, max_count int, max_waiting int, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  with review as (
    select r.verified, r.caller, r.network, case when r.verified then 500e6 else 250e6 end as room
    from shop.reviews r where r.store_id = shop.current_store() and r.id = of_review
      and r.status = 'PENDING' and r.created_at > at - interval '1 hour'
  ), waiting as materialized (
    select r.verified, r.caller, r.network, p.width::bigint * p.height as pixels
    from shop.reviews r join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
    where r.store_id = shop.current_store() and r.status = 'PENDING' limit max_waiting
  ), used as (
    select v.room, max_waiting * v.room / 500e6 as places, count(w.pixels) as n, coalesce(sum(w.pixels), 0) as pixels,
      count(*) filter (where w.caller = v.caller and w.verified = v.verified) as n_of_caller,
      count(*) filter (where w.network = v.network and w.verified = v.verified) as n_of_network,
      coalesce(sum(w.pixels) filter (where w.caller = v.caller and w.verified = v.verified), 0) as pixels_of_caller,
      coalesce(sum(w.pixels) filter (where w.network = v.network and w.verified = v.verified), 0) as pixels_of_network
    from review v left join waiting w on v.verified or not w.verified group by v.room
  )
  select case
    when not exists (select from review) then 'MISSING'
    when (select count(*) from shop.review_photos p
      where p.store_id = shop.current_store() and p.review_id = of_review) >= max_count then 'FULL'
    when (select count(*) >= max_waiting or sum(w.pixels) >= 500e6 from waiting w) then 'WAITING'
    when exists (select from used u
      where u.n + greatest(u.n_of_caller * (u.room / 50e6 - 1), u.n_of_network * (u.room / 100e6 - 1)) >= u.places
        or u.pixels + greatest(u.pixels_of_caller * (u.room / 50e6 - 1), u.pixels_of_network * (u.room / 100e6 - 1)) >= u.room)
      then 'WAITING'
    else 'ADDED' end
$$;

grant execute on function door.can_take_review_photo to {{app}}, {{worker}};
