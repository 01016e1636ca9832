-- Removes the picture from dropped_pictures. Returns the picture's widths, so that the caller can delete its files;
-- null if it wasn't there, or if a row of any store, such as a review's picture, refers to its files. The caller holds
-- the picture's lock.
create or replace function door.forget_dropped_picture(of_key text) returns int[]
language sql volatile security definer set search_path = '' as $$
  with noted as (delete from shop.dropped_pictures d where d.key = of_key returning d.widths)
  select n.widths from noted n
  where not exists (select from shop.media m where m.key = of_key)
    and not exists (select from shop.images i where i.key = of_key)
    and not exists (select from shop.review_photos p where p.key = of_key)
    and not exists (select from shop.imported_pictures p where p.key = of_key)
    and not exists (select from shop.stores s where strpos(s.home::text, of_key) > 0 or strpos(coalesce(s.social_image, ''), of_key) > 0)
$$;

grant execute on function door.forget_dropped_picture to {{worker}};
