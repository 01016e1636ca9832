-- For the worker: completed refunds whose credit note has not been issued yet, a page at a time.
create or replace function door.refunds_to_credit(max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select r.store_id, r.id, r.completed_at::text from shop.refunds r
  where r.is_credit_note_due and (r.completed_at, r.id) > (after_due::timestamptz, after_id)
  order by r.completed_at, r.id limit max_count
$$;

grant execute on function door.refunds_to_credit to {{worker}};
