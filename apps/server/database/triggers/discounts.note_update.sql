-- Orders change `used` only, and must not wait for each other here. Whoever changes more than that with it raises the version.
create trigger note_update after update on shop.discounts for each row
  when (old.used = new.used or old.version <> new.version) execute function door.note_discount_change();
