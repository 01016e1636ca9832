-- For the worker: sets in_stock of the products with rows in stock_status_changes, and returns how many rows it
-- removed. Each store with rows gets an equal share of max_count, so that no store waits for another store's import.
-- Only one run at a time does this. Each product is locked before its stock is read, so that an older value never
-- overwrites a newer one. Skips products that are being edited; the next run sets them.
create or replace function door.apply_stock_status_changes(max_count int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changes bigint[];
  looked_at uuid[];
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('stock turns')) then return 0; end if;
  with recursive waiting(store_id) as (
    (select c.store_id from shop.stock_status_changes c order by c.store_id limit 1)
    union all
    select (select c.store_id from shop.stock_status_changes c where c.store_id > w.store_id order by c.store_id limit 1)
    from waiting w where w.store_id is not null)
  select array_agg(c.id) into changes from (
    select t.id from (select w.store_id, count(*) over () as stores from waiting w where w.store_id is not null) s
    cross join lateral (select c.id from shop.stock_status_changes c where c.store_id = s.store_id
      order by c.id limit greatest(1, max_count / s.stores)) t
    order by t.id limit max_count) c;
  select array_agg(l.id) into looked_at from (
    select p.id from shop.products p
    where (p.store_id, p.id) in (
      select v.store_id, v.product_id from shop.stock_status_changes t
      join shop.variants v on v.store_id = t.store_id and v.id = t.variant_id where t.id = any (changes))
    order by p.id for no key update skip locked) l;
  delete from shop.stock_status_changes t where t.id = any (changes)
    and not exists (select from shop.variants v
      where v.store_id = t.store_id and v.id = t.variant_id and v.product_id <> all (coalesce(looked_at, '{}')));
  get diagnostics settled = row_count;
  update shop.products p set in_stock = not p.in_stock
    where p.id = any (looked_at) and p.in_stock <> shop.is_in_stock(p.store_id, p.id);
  return settled;
end $$;

grant execute on function door.apply_stock_status_changes to {{worker}};
