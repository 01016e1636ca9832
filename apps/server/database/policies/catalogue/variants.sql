call shop.protect('shop.variants', 'catalogue');
create policy published on shop.variants as restrictive for select to {{app}}, {{worker}}
  using (shop.current_scope() in ('staff', 'system') or deleted_at is null);
