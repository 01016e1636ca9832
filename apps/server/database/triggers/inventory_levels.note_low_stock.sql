create trigger note_low_stock before update on shop.inventory_levels for each row
  when ((new.reorder_point is not null and new.on_hand - new.reserved <= new.reorder_point)
    is distinct from (new.low_since is not null))
  execute function shop.note_low_stock();
