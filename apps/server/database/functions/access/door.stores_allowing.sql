-- Returns the stores that allow this origin. SECURITY DEFINER, because no view shows allowed origins.
create or replace function door.stores_allowing(origin text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id from shop.stores s where s.allowed_origins operator(pg_catalog.@>) array[origin] and s.deleted_at is null
$$;

grant execute on function door.stores_allowing to {{app}}, {{catalogue}}, {{worker}};
