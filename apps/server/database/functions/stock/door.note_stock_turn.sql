create or replace function door.note_stock_turn() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.stock_turns (store_id, variant_id) values (new.store_id, new.variant_id);
  return null;
end $$;
