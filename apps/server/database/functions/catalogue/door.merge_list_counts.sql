-- For the worker: merges rows of list_counts that differ only in their counts, and returns how many rows it removed.
-- Only one transaction at a time does this; others return 0.
create or replace function door.merge_list_counts(max_count int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  settled int;
begin
  if not pg_try_advisory_xact_lock(hashtext('list counts')) then return 0; end if;
  with taken as (
    delete from shop.list_counts where seq in (select seq from shop.list_counts where seq > 0 order by seq limit max_count)
    returning *
  ), added as (
    insert into shop.list_counts as c
    select store_id, facet_set, step, status, is_dated, on_sale, in_stock, 0, sum(products) from taken
    group by 1, 2, 3, 4, 5, 6, 7 having sum(products) <> 0
    on conflict (store_id, facet_set, step, status, is_dated, on_sale, in_stock, seq)
      do update set products = c.products + excluded.products
  )
  select count(*) into settled from taken;
  return settled;
end $$;

grant execute on function door.merge_list_counts to {{worker}};
