-- The keys of the store's jobs of a kind that have neither ended nor been given up.
create or replace function door.unfinished_jobs(of_kind text) returns setof text
language sql stable security definer set search_path = '' as $$
  select j.key from shop.jobs j
  where j.kind = of_kind and j.key is not null and j.store_id = shop.current_store() and j.failed_at is null
$$;

grant execute on function door.unfinished_jobs to {{app}}, {{worker}};
