-- For the worker: sets in_stock of a store's products with rows in stock_status_changes, and returns how many rows it
-- removed. Only one run at a time does this. Each product is locked before its stock is read, so that an older value never
-- overwrites a newer one. Skips products that are being edited; the next run sets them.
create or replace function door.apply_stock_status_changes(of_store uuid, max_count int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changes bigint[];
  looked_at uuid[];
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('stock turns'), hashtext(of_store::text)) then return 0; end if;
  select array_agg(t.id) into changes from (
    select c.id from shop.stock_status_changes c where c.store_id = of_store order by c.id limit max_count) t;
  select array_agg(l.id) into looked_at from (
    select p.id from shop.products p
    where p.store_id = of_store and p.id in (
      select v.product_id from shop.stock_status_changes t
      join shop.variants v on v.store_id = of_store and v.id = t.variant_id
      where t.store_id = of_store and t.id = any (changes))
    order by p.id for no key update skip locked) l;
  delete from shop.stock_status_changes t where t.store_id = of_store and t.id = any (changes)
    and not exists (select from shop.variants v
      where v.store_id = of_store and v.id = t.variant_id and v.product_id <> all (coalesce(looked_at, '{}')));
  get diagnostics settled = row_count;
  update shop.products p set in_stock = not p.in_stock
    where p.store_id = of_store and p.id = any (looked_at) and p.in_stock <> shop.is_in_stock(of_store, p.id);
  return settled;
end $$;

grant execute on function door.apply_stock_status_changes to {{worker}};
