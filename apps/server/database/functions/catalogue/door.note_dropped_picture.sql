create or replace function door.note_dropped_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.dropped_pictures (key, widths, last_store_id, bytes)
    values (old.key, old.widths, old.store_id, greatest(old.bytes, old.width::bigint * old.height / 4,
      (to_jsonb(old) ->> 'master_bytes')::bigint))
    on conflict (key) do update set dropped_at = now(), last_store_id = excluded.last_store_id, bytes = excluded.bytes;
  return null;
end $$;

grant execute on function door.note_dropped_picture to {{worker}};
