-- For the worker: the next rows of dropped_pictures that are older than `older_than`, oldest first.
create or replace function door.dropped_pictures(older_than interval, max_count int, at timestamptz, after_due timestamptz, after_key text)
returns table (store_id uuid, id text, due text)
language sql stable security definer set search_path = '' as $$
  select d.last_store_id, d.key, d.dropped_at::text from shop.dropped_pictures d
  where d.dropped_at < at - older_than and (d.dropped_at, d.key) > (after_due, after_key)
  order by d.dropped_at, d.key limit max_count
$$;

grant execute on function door.dropped_pictures to {{worker}};
