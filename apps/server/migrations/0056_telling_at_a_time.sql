-- When a product's pages next change by themselves: it is published, or its sale ends. Whichever statement sets the times,
-- they are noted; what is past already was told by whoever set it.
alter table shop.products add column changes_at timestamptz;

create function shop.next_change_of(published_at timestamptz, sale_ends_at timestamptz, after_time timestamptz) returns timestamptz
language sql immutable as $$
  select least(case when published_at > after_time then published_at end, case when sale_ends_at > after_time then sale_ends_at end)
$$;

create function shop.note_next_change() returns trigger language plpgsql as $$
begin
  new.changes_at := shop.next_change_of(new.published_at, new.sale_ends_at, now());
  return new;
end $$;
create trigger note_next_change before insert or update of published_at, sale_ends_at on shop.products for each row
  execute function shop.note_next_change();
-- The owner migrates, whom forced row-level security shows no row.
alter table shop.products no force row level security;
update shop.products set changes_at = shop.next_change_of(published_at, sale_ends_at, now())
  where greatest(published_at, sale_ends_at) > now();
alter table shop.products force row level security;
create index products_changing on shop.products (changes_at) where changes_at is not null;

-- For the worker: says of what has changed since, one event a store, and notes the next time, in one statement, so that
-- nothing is told twice. What somebody else has in hand is left to them. Answers with how many it took.
create function door.tell_due_products(most int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select p.store_id, p.id from shop.products p where p.changes_at <= at
    order by p.changes_at limit most for no key update skip locked
  ), noted as (
    update shop.products p set changes_at = shop.next_change_of(p.published_at, p.sale_ends_at, at) from due
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
grant update (changes_at) on shop.products to {{doors}};
alter function door.tell_due_products(int, timestamptz) owner to {{doors}};
revoke all on function door.tell_due_products(int, timestamptz) from public;
grant execute on function door.tell_due_products(int, timestamptz) to {{worker}};
