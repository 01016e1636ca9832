-- For the worker: checks the store's pictures that it last checked more than a day ago. Records which of them a product
-- (deleted or not), a collection or a page shows. Deletes those that have neither changed nor been shown for
-- `older_than`. Skips locked rows. Returns how many it checked.
create or replace function door.look_at_media(of_store uuid, older_than interval, max_count int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with pages as materialized (
    select s.home::text || ' ' || coalesce(s.social_image, '') as content from shop.stores s where s.id = of_store
  ), due as materialized (
    select m.id, m.key, greatest(m.updated_at, m.shown_at) as used_at from shop.media m
    where m.store_id = of_store and m.looked_at < at - interval '1 day'
    order by m.looked_at limit max_count for update skip locked
  ), seen as materialized (
    select d.id, d.used_at, exists (select from shop.images i where i.store_id = of_store and i.key = d.key)
      or exists (select from shop.collections c where c.store_id = of_store and c.media_id = d.id)
      or coalesce(strpos((select content from pages), d.key), 0) > 0 as is_shown
    from due d
  ), noted as (
    update shop.media m set looked_at = at, shown_at = case when s.is_shown then at else m.shown_at end from seen s
    where m.store_id = of_store and m.id = s.id and (s.is_shown or s.used_at >= at - older_than)
  ), dropped as (
    delete from shop.media m using seen s
    where m.store_id = of_store and m.id = s.id and not s.is_shown and s.used_at < at - older_than
  )
  select count(*)::int from due
$$;

grant execute on function door.look_at_media to {{worker}};
