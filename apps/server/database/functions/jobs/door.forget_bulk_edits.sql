-- Deletes bulk edits that were created more than 30 days ago and never ran, and the items of edits that no longer need
-- them: at most max_count items. Returns how many items and edits it deleted.
create or replace function door.forget_bulk_edits(at timestamptz, max_count int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int; emptied int;
begin
  -- Cancels the edits first, so that none runs while it is being deleted.
  update shop.bulk_edits e set state = 'CANCELLED', version = version + 1
    where e.ran_at is null and e.created_at < at - interval '30 days' and e.state <> 'CANCELLED';
  with old as materialized (
    select o.store_id, o.bulk_edit_id, o.position from shop.bulk_edits e
    join shop.bulk_edit_items o on o.store_id = e.store_id and o.bulk_edit_id = e.id
    where e.drops_items or (e.ran_at is null and e.created_at < at - interval '30 days') limit max_count)
  delete from shop.bulk_edit_items i using old
    where i.store_id = old.store_id and i.bulk_edit_id = old.bulk_edit_id and i.position = old.position;
  get diagnostics gone = row_count;
  delete from shop.bulk_edits e where e.ran_at is null and e.created_at < at - interval '30 days'
    and not exists (select from shop.bulk_edit_items i where i.store_id = e.store_id and i.bulk_edit_id = e.id);
  get diagnostics emptied = row_count;
  update shop.bulk_edits e set drops_items = false, item_count = 0, product_ids = '{}', variant_ids = null
    where e.drops_items
    and not exists (select from shop.bulk_edit_items i where i.store_id = e.store_id and i.bulk_edit_id = e.id);
  return gone + emptied;
end $$;

grant execute on function door.forget_bulk_edits to {{worker}};
