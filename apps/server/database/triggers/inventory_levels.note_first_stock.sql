-- The first units of a variant at a location may change its stock status.
create trigger note_first_stock after insert on shop.inventory_levels for each row
  when (new.on_hand <> 0) execute function door.note_stock_status_change();
