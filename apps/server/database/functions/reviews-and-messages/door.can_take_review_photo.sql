-- Whether a review takes one more picture, asked before the picture is read: ADDED is yes, else as add_review_photo answers,
-- which decides under its lock.
create or replace function door.can_take_review_photo(of_review uuid, most int, most_waiting int, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not exists (select from shop.reviews r where r.store_id = shop.current_store() and r.id = of_review
      and r.status = 'PENDING' and r.created_at > at - interval '1 hour') then 'MISSING'
    when (select count(*) from shop.review_photos p
      where p.store_id = shop.current_store() and p.review_id = of_review) >= most then 'FULL'
    when (select count(*) from (select from shop.reviews r join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
      where r.store_id = shop.current_store() and r.status = 'PENDING' limit most_waiting) waiting) >= most_waiting
      -- Each is kept with up to one byte for each pixel: 500 MB of a store may wait.
      or (select sum(p.width::bigint * p.height) from shop.reviews r
        join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
        where r.store_id = shop.current_store() and r.status = 'PENDING') >= 500000000 then 'WAITING'
    else 'ADDED' end
$$;

grant execute on function door.can_take_review_photo to {{app}}, {{worker}};
