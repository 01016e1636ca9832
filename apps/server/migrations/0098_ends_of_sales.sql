-- A sale ends at its second. From then on a reduced variant costs its regular price for everyone who reads it here; the
-- worker writes that down (domains/products/end-sales.ts), so that lists sort, filter and count by it.
create or replace view catalogue.variants as
  select v.store_id, v.id, v.product_id, v.name, v.slug, v.sku,
    case when s.has_ended then v.regular_price_minor else v.price_minor end as price_minor,
    case when not s.has_ended then v.regular_price_minor end as regular_price_minor, v.options, v.position,
    coalesce(l.stock, 0) as stock, coalesce(l.backorder_limit, 0) as backorder_limit, l.backorder_on
  from shop.variants v
  cross join lateral (
    select v.regular_price_minor is not null and exists (select from shop.products p
      where p.store_id = v.store_id and p.id = v.product_id and p.sale_ends_at <= now()) as has_ended
  ) s
  left join lateral (
    select sum(l.on_hand - l.reserved)::int as stock, max(l.backorder_limit) as backorder_limit, max(l.backorder_on) as backorder_on
    from shop.inventory_levels l where l.store_id = v.store_id and l.variant_id = v.id and l.sell_rank is not null
  ) l on true
  where v.deleted_at is null;

-- Stores whose lists still show a sale that has ended. A sale's end is null once its prices have been written.
create index products_by_sale_end on shop.products (sale_ends_at, store_id) where sale_ends_at is not null;
create view catalogue.ended_sales as select store_id, sale_ends_at from shop.products where sale_ends_at <= now();
alter view catalogue.ended_sales owner to {{doors}};
grant select on catalogue.ended_sales to {{catalogue}}, {{app}}, {{worker}};

-- SECURITY DEFINER, for the worker: the stores with such a sale, a page at a time. `due` is text, as in expired_orders.
create function door.stores_with_ended_sales(max_stores int, at timestamptz, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select p.store_id, p.store_id, min(p.sale_ends_at)::text from shop.products p
  where p.sale_ends_at <= at
  group by p.store_id having (min(p.sale_ends_at), p.store_id) > (after_due::timestamptz, after_id)
  order by min(p.sale_ends_at), p.store_id limit max_stores
$$;
alter function door.stores_with_ended_sales(int, timestamptz, text, uuid) owner to {{doors}};
revoke all on function door.stores_with_ended_sales(int, timestamptz, text, uuid) from public;
grant execute on function door.stores_with_ended_sales(int, timestamptz, text, uuid) to {{worker}};

-- Ending a sale tells the caches itself: only a time of publication changes pages without anyone writing.
drop trigger note_next_change on shop.products;
drop function shop.note_next_change();
create or replace function door.tell_due_products(most int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select p.store_id, p.id from shop.products p where p.changes_at <= at
    order by p.changes_at limit most for no key update skip locked
  ), noted as (
    update shop.products p set changes_at = case when p.published_at > at then p.published_at end from due
    where p.store_id = due.store_id and p.id = due.id
    returning p.store_id, p.id, p.deleted_at is null and p.status = 'ACTIVE' as is_shown
  ), events as (
    insert into shop.outbox (store_id, id, topic, payload)
    select store_id, gen_random_uuid(), 'catalogue.changed',
      jsonb_build_object('tags', jsonb_agg('product:' || id) || '["lists"]')
    from noted where is_shown group by store_id
    returning 1
  )
  select count(*)::int from noted where (select count(*) from events) >= 0
$$;
drop function shop.next_change_of(timestamptz, timestamptz, timestamptz);
create function shop.note_publication() returns trigger language plpgsql as $$
begin
  new.changes_at := case when new.published_at > now() then new.published_at end;
  return new;
end $$;
create trigger note_publication before insert or update of published_at on shop.products for each row
  execute function shop.note_publication();
