call shop.protect('shop.products', 'catalogue');
-- Only staff and the system see drafts, deleted products and unpublished collections, even if a query omits that condition: other
-- scopes see no more of these tables than the catalogue's views show.
create policy published on shop.products as restrictive for select to {{app}}, {{worker}}
  using (shop.current_scope() in ('staff', 'system') or (deleted_at is null and status = 'ACTIVE' and published_at <= now()));
grant update (changes_at, in_stock) on shop.products to {{doors}};
