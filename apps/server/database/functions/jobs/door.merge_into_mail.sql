-- Adds `before`, the former values of an order, to the waiting email about the buyer's earlier changes of that order.
-- Values that the email already has stay, because they are older. Returns whether there is such an email. Locks its job,
-- so that no worker sends it before the caller's changes are visible.
create or replace function door.merge_into_mail(of_kind text, of_order uuid, of_link_version int, to_recipient text, before jsonb)
returns boolean language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare waiting uuid;
begin
  select m.id into waiting from shop.mails m
    join shop.jobs j on j.kind = of_kind and j.key = m.id::text and j.claimed_by is null and j.failed_at is null
    where m.store_id = shop.current_store() and lower(m.recipient) = lower(to_recipient) and m.ended_at is null
      and m.template = 'order-changed' and m.data ? 'before' and m.data ->> 'orderId' = of_order::text
      and m.data ->> 'linkVersion' = of_link_version::text
    limit 1 for update of j;
  if not found then
    return false;
  end if;
  update shop.mails m
    set data = jsonb_set(m.data, '{before}', before || (m.data -> 'before')
      || jsonb_build_object('items', (before -> 'items') || (m.data #> '{before,items}')))
    where m.store_id = shop.current_store() and m.id = waiting;
  return true;
end $$;

grant execute on function door.merge_into_mail to {{app}};
