-- Fires when the available units change, or when the location starts or stops selling (sell_rank is null). At `main`,
-- fires only if the available units were or become zero or less, because otherwise the variant stays in stock.
create trigger note_stock_status_change after update of on_hand, reserved, sell_rank on shop.inventory_levels for each row
  when ((new.on_hand - new.reserved <> old.on_hand - old.reserved
      or (new.sell_rank is null) <> (old.sell_rank is null) and new.on_hand <> new.reserved)
    and (new.location <> 'main' or least(new.on_hand - new.reserved, old.on_hand - old.reserved) <= 0))
  execute function door.note_stock_status_change();
