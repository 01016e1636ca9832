-- For the worker: deletes drafts whose link expired before `ended`, and returns how many. Keeps the stock movements of
-- drafts that became orders. Skips drafts that hold units, and drafts whose link still opens a paid or partly paid
-- order that hasn't shipped: that link is revoked when staff who saw it lose access (draft-orders/end-pay-links.ts).
create or replace function door.forget_draft_orders(ended timestamptz, max_drafts int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone uuid[];
begin
  with picked as materialized (
    select d.id from shop.draft_orders d where d.expires_at < ended and not d.is_holding
      and not (d.converted_at is not null and exists (select from shop.orders o
        where o.store_id = d.store_id and o.id = d.id and o.link_version = 1 and (o.paid_at is not null or o.paid_minor > o.refunded_minor) and o.cancelled_at is null
          and o.deleted_at is null and o.fulfillment_state = 'unfulfilled' and o.created_at > now() - interval '1 year'))
    order by d.expires_at, d.id limit max_drafts for update of d skip locked
  )
  select array_agg(id) into gone from picked;
  if gone is null then return 0; end if;
  delete from shop.stock_movements m using shop.draft_orders d
    where d.id = any(gone) and d.converted_at is null and m.store_id = d.store_id and m.order_id = d.id;
  delete from shop.draft_order_lines l using shop.draft_orders d
    where d.id = any(gone) and l.store_id = d.store_id and l.draft_id = d.id;
  delete from shop.draft_orders d where d.id = any(gone);
  return cardinality(gone);
end $$;

grant execute on function door.forget_draft_orders to {{worker}};
