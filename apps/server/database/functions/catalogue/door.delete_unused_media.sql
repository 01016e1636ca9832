-- Deletes uploaded pictures that no product, collection or page shows, and that have neither changed nor been noted as
-- shown for `older_than`.
create or replace function door.delete_unused_media(older_than interval, max_count int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select m.store_id, m.id from shop.media m
    where greatest(m.updated_at, m.shown_at) < at - older_than and not door.is_picture_shown(m.store_id, m.key)
    order by greatest(m.updated_at, m.shown_at) limit max_count for update skip locked
  ), dropped as (
    delete from shop.media m using due where m.store_id = due.store_id and m.id = due.id returning 1
  )
  select count(*)::int from dropped
$$;

grant execute on function door.delete_unused_media to {{worker}};
