-- For the worker: drafts that still hold units after the date that staff chose, or after their link expired, a page at
-- a time. `due` is text, because the next page begins right after it and a JavaScript Date would drop its microseconds.
create or replace function door.ended_draft_holds(max_count int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select d.store_id, d.id, d.hold_until::text from shop.draft_orders d
  where d.is_holding and d.hold_until < now() and (d.hold_until, d.id) > (after_due::timestamptz, after_id)
  order by d.hold_until, d.id limit max_count
$$;

grant execute on function door.ended_draft_holds to {{worker}};
