create trigger note_price after update of price_minor, regular_price_minor on shop.variants for each row
  when (old.price_minor <> new.price_minor or old.regular_price_minor is distinct from new.regular_price_minor)
  execute function door.note_price();
