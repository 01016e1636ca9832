-- For the worker: adds a job that announces a store's products published since the last run, and updates changes_at in the
-- same statement, so that no product is announced twice. Skips locked rows. Returns the number of products.
create or replace function door.publish_due_products(of_store uuid, max_count int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select p.id from shop.products p where p.store_id = of_store and p.changes_at <= at
    order by p.changes_at limit max_count for no key update skip locked
  ), noted as (
    update shop.products p set changes_at = case when p.published_at > at then p.published_at end from due
    where p.store_id = of_store and p.id = due.id
    returning p.id, p.deleted_at is null and p.status = 'ACTIVE' as is_shown
  ), events as (
    insert into shop.jobs (kind, lane, store_id, payload)
    select 'catalogue.changed', of_store::text, of_store, jsonb_build_object('tags', jsonb_agg('product:' || id) || '["lists"]')
    from noted where is_shown having count(*) > 0
    returning 1
  )
  select count(*)::int from noted where (select count(*) from events) >= 0
$$;

grant execute on function door.publish_due_products to {{worker}};
