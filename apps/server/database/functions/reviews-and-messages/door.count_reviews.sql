-- Adds the changes of a statement to shop.review_counts, in the order of products to avoid deadlocks.
create or replace function door.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into shop.review_counts as c (store_id, product_id, rating, fit, reviews)
      select store_id, product_id, rating, coalesce(fit, ''), count(*) from added where status = 'APPROVED'
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (store_id, product_id, rating, fit) do update set reviews = c.reviews + excluded.reviews;
  elsif tg_op = 'DELETE' then
    insert into shop.review_counts as c (store_id, product_id, rating, fit, reviews)
      select store_id, product_id, rating, coalesce(fit, ''), -count(*) from removed where status = 'APPROVED'
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (store_id, product_id, rating, fit) do update set reviews = c.reviews + excluded.reviews;
  else
    insert into shop.review_counts as c (store_id, product_id, rating, fit, reviews)
      select store_id, product_id, rating, coalesce(fit, ''), sum(n)
      from (select *, 1 as n from added union all select *, -1 from removed) r where status = 'APPROVED'
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
      on conflict (store_id, product_id, rating, fit) do update set reviews = c.reviews + excluded.reviews;
  end if;
  return null;
end $$;
