create or replace function door.kept_file_bytes(of_store uuid) returns table (of_store_bytes bigint, of_owner_bytes bigint)
language sql stable security definer set search_path = '' as $$
  with owners as (
    select distinct a.user_id from shop.role_assignments a
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
    where a.store_id = of_store and a.joined
  ), owned as (
    select distinct a.user_id, a.store_id from owners o
    join shop.role_assignments a on a.user_id = o.user_id and a.joined
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
  )
  select
    (select coalesce(sum(j.bytes), 0) from shop.file_jobs j where j.store_id = of_store and j.parts > 0),
    (select coalesce(max(s.bytes), 0) from (
      select sum(j.bytes) as bytes from owned o
      join shop.file_jobs j on j.store_id = o.store_id and j.parts > 0
      group by o.user_id) s)
$$;

grant execute on function door.kept_file_bytes to {{app}}, {{worker}};
