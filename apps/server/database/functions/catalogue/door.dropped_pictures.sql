create or replace function door.dropped_pictures(older_than interval, max_count int, at timestamptz) returns table (key text, widths int[])
language sql stable security definer set search_path = '' as $$
  select d.key, d.widths from shop.dropped_pictures d where d.dropped_at < at - older_than order by d.dropped_at limit max_count
$$;

grant execute on function door.dropped_pictures to {{worker}};
