-- Doesn't fire if only `used` changes, because orders change it and must not wait for each other here. All other changes raise
-- the version.
create trigger note_update after update on shop.discounts for each row
  when (old.used = new.used or old.version <> new.version) execute function door.note_discount_change();
