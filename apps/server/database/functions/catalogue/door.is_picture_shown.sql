-- Whether a product (deleted or not), a collection or a page of the store shows the picture.
create or replace function door.is_picture_shown(of_store uuid, of_key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.images i where i.store_id = of_store and i.key = of_key)
    or exists (select from shop.media m join shop.collections c on c.store_id = m.store_id and c.media_id = m.id
      where m.store_id = of_store and m.key = of_key)
    or exists (select from shop.stores s where s.id = of_store
      and (strpos(s.home::text, of_key) > 0 or strpos(coalesce(s.social_image, ''), of_key) > 0))
$$;

grant execute on function door.is_picture_shown to {{app}}, {{worker}};
