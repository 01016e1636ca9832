create or replace function door.note_catalogue_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.catalogue_changes (store_id, transaction_id, changes)
    values (case when tg_op = 'DELETE' then old.store_id else new.store_id end, pg_current_xact_id()::text::bigint, 1)
    on conflict do nothing;
  return null;
end $$;
