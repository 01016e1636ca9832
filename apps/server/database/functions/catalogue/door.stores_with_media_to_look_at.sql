-- For the worker: the next stores with pictures last checked more than a day ago. Reads one row per store.
create or replace function door.stores_with_media_to_look_at(max_stores int, at timestamptz, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  with recursive oldest (store_id, looked_at) as (
    (select m.store_id, m.looked_at from shop.media m where m.store_id > after_id order by m.store_id, m.looked_at limit 1)
    union all
    select n.store_id, n.looked_at from oldest o cross join lateral (
      select m.store_id, m.looked_at from shop.media m where m.store_id > o.store_id
      order by m.store_id, m.looked_at limit 1) n)
  select o.store_id, o.store_id, '' from oldest o where o.looked_at < at - interval '1 day' limit max_stores
$$;

grant execute on function door.stores_with_media_to_look_at to {{worker}};
