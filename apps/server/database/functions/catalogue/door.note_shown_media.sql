-- Notes that pictures are shown, for those that have not been noted or changed for a day. Returns their number.
create or replace function door.note_shown_media(max_count int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select m.store_id, m.id from shop.media m
    where greatest(m.updated_at, m.shown_at) < at - interval '1 day' and door.is_picture_shown(m.store_id, m.key)
    order by greatest(m.updated_at, m.shown_at) limit max_count for update skip locked
  ), noted as (
    update shop.media m set shown_at = at from due where m.store_id = due.store_id and m.id = due.id returning 1
  )
  select count(*)::int from noted
$$;

grant execute on function door.note_shown_media to {{worker}};
