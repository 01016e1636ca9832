call shop.protect('shop.products', 'catalogue');
-- Drafts, deleted products and unpublished collections are the staff's and the system's alone, also where a query forgets it:
-- whoever else is entered sees no more of these tables than the catalogue's views show.
create policy published on shop.products as restrictive for select to {{app}}, {{worker}}
  using (shop.current_scope() in ('staff', 'system') or (deleted_at is null and status = 'ACTIVE' and published_at <= now()));
grant update (changes_at, in_stock) on shop.products to {{doors}};
