create trigger note_stock_status_change after update of on_hand, reserved, sell_rank on shop.inventory_levels for each row
  when ((new.on_hand - new.reserved <> old.on_hand - old.reserved or new.sell_rank is distinct from old.sell_rank)
    and (new.location <> 'main' or least(new.on_hand - new.reserved, old.on_hand - old.reserved) <= 0))
  execute function door.note_stock_status_change();
