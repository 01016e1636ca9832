-- Doesn't fire when orders update `used`, so that orders don't wait for each other here. All other updates raise
-- `version`.
create trigger note_update after update on shop.discounts for each row
  when (old.used = new.used or old.version <> new.version) execute function door.note_discount_change();
