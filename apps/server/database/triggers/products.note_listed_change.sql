create trigger note_listed_change after update on shop.products for each row
  when ((old.status, old.published_at, old.deleted_at, old.price_minor, old.regular_price_minor, old.facet_set, old.tags, old.in_stock)
    is distinct from
    (new.status, new.published_at, new.deleted_at, new.price_minor, new.regular_price_minor, new.facet_set, new.tags, new.in_stock))
  execute function door.note_catalogue_change();
