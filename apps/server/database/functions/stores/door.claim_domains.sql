create or replace function door.claim_domains(at timestamptz, max_hosts int, held_stores uuid[])
returns table (store_id uuid, id uuid)
language sql volatile security definer set search_path = '' as $$
  with stores as (
    select c.store_id, min(c.next_check_at) as next_check_at, max(c.checked_at) as checked_at from shop.domains c
    join shop.stores s on s.id = c.store_id and s.deleted_at is null
    where c.status = 'VERIFYING' group by c.store_id),
  owned as materialized (select door.owner_of_store(s.store_id) as owner_id, s.* from stores s),
  owners as (
    select o.owner_id, max(o.checked_at) as checked_at, min(o.next_check_at) as next_check_at,
      (array_agg(o.store_id order by o.next_check_at, o.store_id))[1] as store_id
    from owned o where o.owner_id not in (select door.owner_of_store(h) from unnest(held_stores) h)
    group by o.owner_id having min(o.next_check_at) <= at),
  next as materialized (
    select (select c.id from shop.domains c where c.store_id = o.store_id and c.status = 'VERIFYING'
      order by c.next_check_at, c.id limit 1) as id
    from owners o order by o.checked_at nulls first, o.next_check_at limit max_hosts),
  due as materialized (
    select c.id from shop.domains c where c.id in (select n.id from next n)
      and c.status = 'VERIFYING' and c.next_check_at <= at limit max_hosts for update of c skip locked)
  update shop.domains d set checks = d.checks + 1,
    next_check_at = at + least(interval '1 hour', interval '1 minute' * 2 ^ least(d.checks, 10))
  from due where d.id = due.id
  returning d.store_id, d.id
$$;

grant execute on function door.claim_domains to {{worker}};
