-- Adds a product to list_counts (added: 1), or removes it (-1).
create or replace function door.add_to_list_counts(p shop.products, added int) returns void
language sql security definer set search_path = '' as $$
  insert into shop.list_counts (store_id, facet_set, step, status, is_dated, on_sale, in_stock, seq, products)
  values (p.store_id, p.facet_set, catalogue.price_step(p.price_minor), p.status, p.published_at is not null,
    coalesce(p.regular_price_minor > p.price_minor, false), p.in_stock, nextval('shop.list_count_seq'), added)
$$;
