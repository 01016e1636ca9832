call shop.protect('shop.products', 'catalogue');
-- Only staff and the system see drafts and deleted products, even if a query forgets to exclude them. Other scopes see only
-- the products that the catalogue's views show.
create policy published on shop.products as restrictive for select to {{app}}, {{worker}}
  using (shop.current_scope() in ('staff', 'system') or (deleted_at is null and status = 'ACTIVE' and published_at <= now()));
grant update (changes_at, in_stock) on shop.products to {{doors}};
