create trigger note_moved_counts after update on shop.products for each row
  when ((old.facet_set, catalogue.price_step(old.price_minor), old.status, old.published_at is null,
      coalesce(old.regular_price_minor > old.price_minor, false), old.in_stock, old.deleted_at is null)
    is distinct from (new.facet_set, catalogue.price_step(new.price_minor), new.status, new.published_at is null,
      coalesce(new.regular_price_minor > new.price_minor, false), new.in_stock, new.deleted_at is null))
  execute function door.note_list_counts();
