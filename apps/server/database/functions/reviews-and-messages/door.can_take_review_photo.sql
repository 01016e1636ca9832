-- Whether a review takes one more picture, checked before the picture is read: returns ADDED for yes, else the same as
-- add_review_photo, which decides under its lock.
create or replace function door.can_take_review_photo(of_review uuid, max_count int, max_waiting int, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not exists (select from shop.reviews r where r.store_id = shop.current_store() and r.id = of_review
      and r.status = 'PENDING' and r.created_at > at - interval '1 hour') then 'MISSING'
    when (select count(*) from shop.review_photos p
      where p.store_id = shop.current_store() and p.review_id = of_review) >= max_count then 'FULL'
    when (select count(*) from (select from shop.reviews r join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
      where r.store_id = shop.current_store() and r.status = 'PENDING' limit max_waiting) waiting) >= max_waiting
      -- Each is stored with up to one byte per pixel: up to 500 MB of a store may be pending.
      or (select sum(p.width::bigint * p.height) from shop.reviews r
        join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
        where r.store_id = shop.current_store() and r.status = 'PENDING') >= 500000000 then 'WAITING'
    -- Reviews without an order take at most half, so that those with one find room.
    when exists (select from shop.reviews r where r.store_id = shop.current_store() and r.id = of_review and not r.verified)
      and exists (select from shop.reviews r join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
        where r.store_id = shop.current_store() and r.status = 'PENDING' and not r.verified
        having count(*) >= max_waiting / 2 or sum(p.width::bigint * p.height) >= 250000000) then 'WAITING'
    else 'ADDED' end
$$;

grant execute on function door.can_take_review_photo to {{app}}, {{worker}};
