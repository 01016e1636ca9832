create or replace function door.note_list_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then perform door.add_to_list_counts(old, -1); end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then perform door.add_to_list_counts(new, 1); end if;
  return null;
end $$;
