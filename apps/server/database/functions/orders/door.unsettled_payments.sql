-- For the worker: payments that have been processing for too long, a page at a time.
create or replace function door.unsettled_payments(older_than interval, max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select p.store_id, p.id, p.updated_at::text from shop.payments p
  where p.state = 'processing' and p.updated_at < now() - older_than
    and (p.updated_at, p.id) > (after_due::timestamptz, after_id)
  order by p.updated_at, p.id limit max_count
$$;

grant execute on function door.unsettled_payments to {{worker}};
