-- Counts what a store's owner has created in all their stores: unique codes (also those still to be created), and the
-- last day's items of bulk edits and lines of stock counts. With several owners, each number is the highest of any
-- owner's. Without an owner, counts this store alone.
create or replace function door.made_rows(of_store uuid)
returns table (codes bigint, edited bigint, counted bigint)
language sql stable security definer set search_path = '' as $$
  with owners as (
    select distinct a.user_id from shop.role_assignments a
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
    where a.store_id = of_store and a.joined
  ), owned as (
    select distinct a.user_id, a.store_id from owners o
    join shop.role_assignments a on a.user_id = o.user_id and a.joined
    join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type = 'ADMIN'
    union all select null, of_store
  )
  select
    (select coalesce(max(s.n), 0)::bigint from (
      select sum(case when b.ended_at is null then b.count else b.made end) as n from owned o
      join shop.discount_code_batches b on b.store_id = o.store_id group by o.user_id) s),
    (select coalesce(max(s.n), 0)::bigint from (
      select sum(e.item_count) as n from owned o
      join shop.bulk_edits e on e.store_id = o.store_id and e.created_at > now() - interval '1 day'
      group by o.user_id) s),
    (select coalesce(max(s.n), 0)::bigint from (
      select count(*) as n from owned o
      join shop.stock_counts c on c.store_id = o.store_id and c.created_at > now() - interval '1 day'
      join shop.stock_count_lines l on l.store_id = c.store_id and l.count_id = c.id
      group by o.user_id) s)
$$;

grant execute on function door.made_rows to {{app}}, {{worker}};
