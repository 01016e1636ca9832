-- For the worker: marks back-in-stock subscribers whose variant is in stock again as notified and queues their emails, in
-- one statement, so that nobody is notified twice. Skips locked rows.
create or replace function door.notify_subscribers(max_count int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select s.store_id, s.id from shop.subscriptions s
    join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id and v.deleted_at is null
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null
      and p.status = 'ACTIVE' and p.published_at <= at
    join shop.stores t on t.id = s.store_id and t.deleted_at is null
    where s.variant_id is not null and s.confirmed_at is not null and s.notified_at is null and s.source = 'back-in-stock'
      and (select sum(l.on_hand - l.reserved) from shop.inventory_levels l
        where l.store_id = s.store_id and l.variant_id = s.variant_id and l.sell_rank is not null) > 0
    limit max_count for update of s skip locked
  ), notified as (
    update shop.subscriptions s set notified_at = at from due where s.store_id = due.store_id and s.id = due.id
    returning s.store_id, s.id, s.email
  ), queued as (
    insert into shop.mails (store_id, id, template, recipient, data)
    select store_id, gen_random_uuid(), 'back-in-stock', email, jsonb_build_object('subscriptionId', id) from notified
    returning store_id, id
  ), jobs as (
    insert into shop.jobs (kind, lane, store_id, payload)
    select 'mail.bulk', store_id::text, store_id, jsonb_build_object('mailId', id) from queued
    returning 1
  )
  select count(*)::int from jobs
$$;

grant execute on function door.notify_subscribers to {{worker}};
