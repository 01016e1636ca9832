-- Pages of these origins may use the store's calls in a browser. The rows are found by the origin that a browser sends.
alter table shop.stores
  add column allowed_origins text[] not null default '{}' check (cardinality(allowed_origins) <= 20);
create index stores_by_allowed_origin on shop.stores using gin (allowed_origins);
-- A SECURITY DEFINER function: shoppers' role reads no table, and no view shows the list.
create function door.stores_allowing(origin text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id from shop.stores s where s.allowed_origins operator(pg_catalog.@>) array[origin] and s.deleted_at is null
$$;
alter function door.stores_allowing(text) owner to {{doors}};
revoke all on function door.stores_allowing(text) from public;
grant execute on function door.stores_allowing(text) to {{catalogue}}, {{app}}, {{worker}};
