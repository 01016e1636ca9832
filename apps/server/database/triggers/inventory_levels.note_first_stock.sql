-- With a single location only a level that crosses zero changes the stock status; with several the sum might.
create trigger note_first_stock after insert on shop.inventory_levels for each row
  when (new.on_hand <> 0) execute function door.note_stock_status_change();
