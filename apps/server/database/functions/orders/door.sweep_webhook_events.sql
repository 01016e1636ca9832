-- Deletes the next entries of the webhook log that are older than `before`, and returns how many.
create or replace function door.sweep_webhook_events(before timestamptz, max_events int) returns int
language sql volatile security definer set search_path = '' as $$
  with gone as (
    delete from shop.webhook_events w using (
      select store_id, id from shop.webhook_events where received_at < before order by received_at limit max_events) old
    where w.store_id = old.store_id and w.id = old.id returning 1)
  select count(*)::int from gone
$$;

grant execute on function door.sweep_webhook_events to {{worker}};
