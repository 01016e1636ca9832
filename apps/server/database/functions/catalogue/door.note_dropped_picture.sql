create or replace function door.note_dropped_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.dropped_pictures (key, widths) values (old.key, old.widths)
    on conflict (key) do update set dropped_at = now();
  return null;
end $$;

grant execute on function door.note_dropped_picture to {{worker}};
