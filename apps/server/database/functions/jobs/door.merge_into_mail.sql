-- Adds `before`, the former values of an order, to the waiting email about the buyer's earlier changes of that order.
-- Values that the email already has stay, because they are older. Locks its job, so that no worker sends it before the
-- caller's changes are visible. Returns null if there was such an email, and otherwise how many seconds a new one has to
-- wait for further changes: none, unless one about a change of the order was sent that recently or is being sent.
create or replace function door.merge_into_mail(of_kind text, of_order uuid, of_link_version int, to_recipient text, before jsonb,
  wait_seconds int)
returns int language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare waiting uuid;
begin
  select m.id into waiting from shop.mails m
    join shop.jobs j on j.kind = of_kind and j.key = m.id::text and j.claimed_by is null and j.failed_at is null
    where m.store_id = shop.current_store() and lower(m.recipient) = lower(to_recipient) and m.ended_at is null
      and m.template = 'order-changed' and m.data ? 'before' and m.data ->> 'orderId' = of_order::text
      and m.data ->> 'linkVersion' = of_link_version::text
    limit 1 for update of j;
  if not found then
    return case when exists (select from shop.mails m
      where m.store_id = shop.current_store() and lower(m.recipient) = lower(to_recipient) and m.template = 'order-changed'
        and m.data ->> 'orderId' = of_order::text
        and (m.ended_at is null or m.ended_at > clock_timestamp() - wait_seconds * interval '1 s')) then wait_seconds else 0 end;
  end if;
  update shop.mails m
    set data = jsonb_set(m.data, '{before}', before || (m.data -> 'before')
      || jsonb_build_object('items', (before -> 'items') || (m.data #> '{before,items}')))
    where m.store_id = shop.current_store() and m.id = waiting;
  return null;
end $$;

grant execute on function door.merge_into_mail to {{app}};
