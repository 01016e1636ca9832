-- For the worker: marks low levels as reported and adds one job per store, in one statement, so that none is reported twice.
-- Skips locked rows. Returns how many levels it reported.
create or replace function door.report_low_stock(max_count int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select l.store_id, l.variant_id, l.location from shop.inventory_levels l
    join shop.stores s on s.id = l.store_id and s.deleted_at is null
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id and v.deleted_at is null
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
    from reported group by store_id
    returning 1
  )
  select count(*)::int from reported where exists (select from events)
$$;

grant execute on function door.report_low_stock to {{worker}};
