call shop.protect('shop.collections', 'catalogue');
create policy published on shop.collections as restrictive for select to {{app}}, {{worker}}
  using (shop.current_scope() in ('staff', 'system') or (deleted_at is null and is_published));
