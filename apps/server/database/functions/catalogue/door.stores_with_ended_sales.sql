-- For the worker: stores with sales that have ended, a page at a time. `due` is text, because the next page begins right
-- after it and a JavaScript Date would drop its microseconds.
create or replace function door.stores_with_ended_sales(max_stores int, at timestamptz, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select p.store_id, p.store_id, min(p.sale_ends_at)::text from shop.products p
  where p.sale_ends_at <= at
  group by p.store_id having (min(p.sale_ends_at), p.store_id) > (after_due::timestamptz, after_id)
  order by min(p.sale_ends_at), p.store_id limit max_stores
$$;

grant execute on function door.stores_with_ended_sales to {{worker}};
