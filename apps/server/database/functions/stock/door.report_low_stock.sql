-- For the worker: marks low levels as reported and adds one job per store, in one statement, so that none is reported twice.
-- Levels of deleted variants and stores are only marked, so that later calls don't read them again. Skips locked rows.
-- Returns how many levels it marked.
create or replace function door.report_low_stock(max_count int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select l.store_id, l.variant_id, l.location from shop.inventory_levels l
    where l.low_since is not null and l.low_reported_at is null
    limit max_count for update of l skip locked
  ), reported as (
    update shop.inventory_levels l set low_reported_at = at from due
    where l.store_id = due.store_id and l.variant_id = due.variant_id and l.location = due.location
    returning l.store_id, l.variant_id, l.location
  ), events as (
    insert into shop.jobs (kind, lane, store_id, payload)
    select 'stock.low', store_id::text, store_id,
      jsonb_build_object('levels', jsonb_agg(jsonb_build_object('variantId', variant_id, 'location', location)))
    from reported r
    where exists (select from shop.stores s where s.id = r.store_id and s.deleted_at is null)
      and exists (select from shop.variants v where v.store_id = r.store_id and v.id = r.variant_id and v.deleted_at is null)
    group by store_id
  )
  select count(*)::int from reported
$$;

grant execute on function door.report_low_stock to {{worker}};
