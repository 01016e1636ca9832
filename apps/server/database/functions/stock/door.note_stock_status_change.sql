create or replace function door.note_stock_status_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.stock_status_changes (store_id, variant_id) values (new.store_id, new.variant_id);
  return null;
end $$;
