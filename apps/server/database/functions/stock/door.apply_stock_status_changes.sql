-- For the worker: sets in_stock of the products with rows in stock_status_changes, and returns how many rows it removed. One
-- run at a time. Each product is locked before its stock is read, so that an older value never overwrites a newer one. Skips
-- products that are being edited; the next run sets them.
create or replace function door.apply_stock_status_changes(max_count int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  looked_at uuid[];
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('stock turns')) then return 0; end if;
  select array_agg(l.id) into looked_at from (
    select p.id from shop.products p
    where (p.store_id, p.id) in (
      select v.store_id, v.product_id from (select * from shop.stock_status_changes order by id limit max_count) t
      join shop.variants v on v.store_id = t.store_id and v.id = t.variant_id)
    order by p.id for no key update skip locked) l;
  delete from shop.stock_status_changes t where t.id in (select id from shop.stock_status_changes order by id limit max_count)
    and not exists (select from shop.variants v
      where v.store_id = t.store_id and v.id = t.variant_id and v.product_id <> all (coalesce(looked_at, '{}')));
  get diagnostics settled = row_count;
  update shop.products p set in_stock = not p.in_stock
    where p.id = any (looked_at) and p.in_stock <> shop.is_in_stock(p.store_id, p.id);
  return settled;
end $$;

grant execute on function door.apply_stock_status_changes to {{worker}};
