-- For the worker: sets in_stock of a store's products with rows in stock_status_changes, and returns how many rows it
-- removed. One transaction at a time does this per store; others return 0. Locks each product before reading its stock,
-- so that an older value never overwrites a newer one. Products being edited wait for the next run.
create or replace function door.apply_stock_status_changes(of_store uuid, max_count int) returns int
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  changes bigint[];
  products uuid[];
  looked_at uuid[];
  done bigint[];
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('stock turns'), hashtext(of_store::text)) then return 0; end if;
  -- Looks up each variant by its key, because for a new store the planner expects one row.
  select array_agg(c.id order by c.id), array_agg(v.product_id order by c.id) into changes, products
  from (select c.id, c.variant_id from shop.stock_status_changes c where c.store_id = of_store order by c.id limit max_count) c
  left join lateral (
    select v.product_id from shop.variants v where v.store_id = of_store and v.id = c.variant_id offset 0) v on true;
  select coalesce(array_agg(l.id), '{}') into looked_at
  from (select distinct o.id from unnest(products) o (id) where o.id is not null order by o.id) o
  cross join lateral (
    select p.id from shop.products p where p.store_id = of_store and p.id = o.id for no key update skip locked) l;
  select array_agg(c.id) into done from unnest(changes, products) c (id, product_id)
    where c.product_id is null or c.product_id = any (looked_at);
  delete from shop.stock_status_changes t
    where t.store_id = of_store and t.id between changes[1] and changes[cardinality(changes)] and t.id = any (done);
  get diagnostics settled = row_count;
  -- "offset 0" hides that all rows are of one store. Otherwise PostgreSQL would compare them all with each other.
  update shop.products p set in_stock = not p.in_stock
    from (select of_store as store_id, l.id from unnest(looked_at) l (id) offset 0) l
    where p.store_id = l.store_id and p.id = l.id and p.in_stock <> shop.is_in_stock(l.store_id, l.id);
  return settled;
end $$;

grant execute on function door.apply_stock_status_changes to {{worker}};
