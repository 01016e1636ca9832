-- Returns the owner of the store that had the picture first. Creating a size of the picture counts against this owner's
-- limit, because stores share a picture's files.
create or replace function door.owner_of_picture(of_key text) returns uuid
language sql stable security definer set search_path = '' as $$
  select door.owner_of_store(k.store_id) from (
    (select store_id, id from shop.media where key = of_key order by id limit 1)
    union all (select store_id, id from shop.images where key = of_key order by id limit 1)
    union all (select store_id, id from shop.review_photos where key = of_key order by id limit 1)
  ) k order by k.id limit 1
$$;

grant execute on function door.owner_of_picture to {{catalogue}};
