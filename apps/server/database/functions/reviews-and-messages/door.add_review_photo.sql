-- Adds a picture to a pending review, within an hour of the review. Returns ADDED, MISSING (no such review), FULL (the
-- review has the maximum number of pictures) or WAITING (too many unmoderated pictures). Raises the review's version,
-- so that staff who read it before can't publish the picture.
create or replace function door.add_review_photo(of_review uuid, photo jsonb, max_count int, max_waiting int, at timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  outcome text;
begin
  perform from shop.reviews r where r.store_id = of_store and r.id = of_review for no key update;
  outcome := door.can_take_review_photo(of_review, max_count, max_waiting, at);
  if outcome <> 'ADDED' then return outcome; end if;
  insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes, created_at)
    select of_store, of_review, p.id, p.key, p.width, p.height, p.widths, p.bytes, at
    from jsonb_to_record(photo) as p (id uuid, key text, width int, height int, widths int[], bytes int);
  update shop.reviews r set version = r.version + 1 where r.store_id = of_store and r.id = of_review;
  return outcome;
end $$;

grant execute on function door.add_review_photo to {{app}}, {{worker}};
