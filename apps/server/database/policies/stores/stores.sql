alter table shop.stores enable row level security;
alter table shop.stores force row level security;
create policy add on shop.stores for insert to {{app}}, {{worker}}
  with check (id = shop.current_store() and shop.current_scope() = 'system');
create policy change on shop.stores for update to {{app}}, {{worker}}
  using (id = shop.current_store() and shop.current_scope() in ('staff', 'system'))
  with check (id = shop.current_store());
create policy doors on shop.stores to {{doors}} using (true) with check (true);
create policy read on shop.stores for select to {{app}}, {{worker}} using (true);
grant select, insert, update on shop.stores to {{app}}, {{worker}};
grant select on shop.stores to {{doors}};
grant update (deleted_at, erased_at, erasure_attempts, erasure_due_at, is_slug_free, updated_at) on shop.stores to {{doors}};
