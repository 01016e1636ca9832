-- Whether a review takes one more picture, asked before the picture is read: ADDED stands for yes, else as add_review_photo
-- answers. It locks nothing; add_review_photo asks again under its lock.
create function door.can_take_review_photo(of_review uuid, most int, most_waiting int, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not exists (select from shop.reviews r where r.store_id = shop.current_store() and r.id = of_review
      and r.status = 'PENDING' and r.created_at > at - interval '1 hour') then 'MISSING'
    when (select count(*) from shop.review_photos p
      where p.store_id = shop.current_store() and p.review_id = of_review) >= most then 'FULL'
    when (select count(*) from (select from shop.reviews r join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
      where r.store_id = shop.current_store() and r.status = 'PENDING' limit most_waiting) waiting) >= most_waiting then 'WAITING'
    else 'ADDED' end
$$;

-- As before; what it takes is decided in one place.
create or replace function door.add_review_photo(of_review uuid, photo jsonb, most int, most_waiting int, at timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  outcome text;
begin
  perform from shop.reviews r where r.store_id = of_store and r.id = of_review for no key update;
  outcome := door.can_take_review_photo(of_review, most, most_waiting, at);
  if outcome <> 'ADDED' then return outcome; end if;
  insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes, created_at)
    select of_store, of_review, p.id, p.key, p.width, p.height, p.widths, p.bytes, at
    from jsonb_to_record(photo) as p (id uuid, key text, width int, height int, widths int[], bytes int);
  return outcome;
end $$;

alter function door.can_take_review_photo(uuid, int, int, timestamptz) owner to {{doors}};
revoke all on function door.can_take_review_photo(uuid, int, int, timestamptz) from public;
grant execute on function door.can_take_review_photo(uuid, int, int, timestamptz) to {{app}}, {{worker}};
