import type { Client } from "pg";

/**
 * Units that should be held: those of unpaid orders, of test orders until their hold ends, of changes waiting for
 * payment, and of drafts that hold units. The order made from a draft has the draft's id.
 */
const heldUnits = `(select i.store_id, i.order_id, i.variant_id, i.quantity from shop.order_items i
    join shop.orders o on o.store_id = i.store_id and o.id = i.order_id
    where (o.paid_at is null or o.test_held_until is not null) and o.cancelled_at is null
  union all
  select c.store_id, c.order_id, a."variantId", a.quantity from shop.order_changes c
    cross join jsonb_to_recordset(c.plan -> 'added') as a ("variantId" uuid, quantity int)
  union all
  select l.store_id, l.draft_id, l.variant_id, l.quantity from shop.draft_order_lines l
    join shop.draft_orders d on d.store_id = l.store_id and d.id = l.draft_id where d.is_holding)`;

/** Whether a job will settle a late payment of the order `o`. */
const isSettling = `exists (select from shop.jobs j
  where j.kind = 'orders.settle-late-payment' and j.failed_at is null and j.payload ->> 'orderId' = o.id::text)`;

/** Whether the order `o` was free when it was placed, or is free now. Money for changes to it doesn't pay for it. */
const isGift = `(o.paid_at is not null and (o.total_minor = 0 or o.payment_name is not distinct from 'Free order'))`;

/** The discounts that staff gave on the draft that became the order `o`. They aren't among the store's discounts. */
const staffDiscounts = `
  coalesce((select sum((step ->> 'amount')::bigint) from json_array_elements(o.price_trace) step
    where step ->> 'kind' = 'DISCOUNT' and (step ->> 'id' = 'draft' or step ->> 'id' like 'line %')), 0)`;

/**
 * Disputes, with the amount that each takes from its payment: 0 if the dispute was won or is an inquiry, else its full
 * amount.
 */
const takingDisputes = `(select *, case when state = 'won' or is_inquiry then 0 else amount_minor end takes from shop.disputes)`;

/**
 * Returns violations of the invariants, which are true after any run, even with races and crashes: stock matches its
 * ledger, payments match the test provider's records, and every order adds up. Empty if there are none.
 */
export async function imbalances({ admin }: { admin: Pick<Client, "query"> }): Promise<string[]> {
  const { rows } = await admin.query<{ violation: string }>({
    name: "imbalances",
    text: `
    select 'level of variant ' || l.variant_id || ' differs from its ledger' as violation
    from shop.inventory_levels l
    left join (select store_id, variant_id, location, sum(on_hand_delta) on_hand, sum(reserved_delta) reserved, sum(incoming_delta) incoming
      from shop.stock_movements group by 1, 2, 3) m using (store_id, variant_id, location)
    where l.on_hand <> coalesce(m.on_hand, 0) or l.reserved <> coalesce(m.reserved, 0) or l.reserved < 0
      or l.incoming <> coalesce(m.incoming, 0) or l.on_hand - l.reserved < l.min_available or (l.on_hand < l.reserved and l.location <> 'main')
    union all
    select 'incoming units of variant ' || l.variant_id || ' differ from the units in transit to ' || l.location
    from shop.inventory_levels l
    left join (select t.store_id, t.to_location as location, i.variant_id, sum(i.quantity - i.received) n
      from shop.stock_transfers t join shop.stock_transfer_lines i on i.store_id = t.store_id and i.transfer_id = t.id
      where t.state = 'IN_TRANSIT' group by 1, 2, 3) w using (store_id, location, variant_id)
    where l.incoming <> coalesce(w.n, 0)
    union all
    select 'location ' || p.code || ' and its level of variant ' || l.variant_id || ' disagree on whether the location sells'
    from shop.inventory_levels l join shop.locations p on p.store_id = l.store_id and p.code = l.location
    where l.sell_rank is distinct from case when p.is_active and p.deleted_at is null then p.position end
    union all
    select 'order or draft ' || m.order_id || ' holds the wrong number of units of variant ' || m.variant_id
    from (select store_id, order_id, variant_id, sum(reserved_delta) held from shop.stock_movements
      where order_id is not null group by 1, 2, 3) m
    left join (select i.store_id, i.order_id, i.variant_id, sum(i.quantity) n from ${heldUnits} i group by 1, 2, 3) i
      using (store_id, order_id, variant_id)
    where m.held <> coalesce(i.n, 0)
    union all
    select 'held units of variant ' || l.variant_id || ' differ from those of open orders and drafts'
    from (select store_id, variant_id, sum(reserved) reserved from shop.inventory_levels group by 1, 2) l
    left join (select i.store_id, i.variant_id, sum(i.quantity) held from ${heldUnits} i group by 1, 2) h using (store_id, variant_id)
    where l.reserved <> coalesce(h.held, 0)
    union all
    select 'sold units of variant ' || v.id || ' differ from those of paid orders'
    from shop.variants v
    left join (select i.store_id, i.variant_id, sum(i.quantity) sold from shop.order_items i
      join shop.orders o on o.store_id = i.store_id and o.id = i.order_id
      where o.payment_environment = 'LIVE' and (o.cancelled_at is null or o.cancelled_at > o.paid_at) group by 1, 2) s on s.store_id = v.store_id and s.variant_id = v.id
    left join (select store_id, variant_id, -sum(on_hand_delta) moved from shop.stock_movements where kind = 'sale' group by 1, 2) m
      on m.store_id = v.store_id and m.variant_id = v.id
    where coalesce(s.sold, 0) <> coalesce(m.moved, 0)
    union all
    select 'test order ' || o.id || ' changed the units on hand'
    from shop.orders o where o.payment_environment = 'TEST' and exists (select from shop.stock_movements m
      where m.store_id = o.store_id and m.order_id = o.id and m.on_hand_delta <> 0)
    union all
    select 'payment ' || p.id || ' is completed, but the provider has not captured its amount'
    from shop.payments p left join shop.test_payments t on t.id = p.provider_id
    where p.provider_id like 'test\\_%' and p.state in ('completed', 'refunded') and (t.state is distinct from 'captured' or t.amount_minor <> p.amount_minor or t.currency <> p.currency)
    union all
    select 'the provider captured ' || t.id || ' and no payment is completed by it'
    from shop.test_payments t left join shop.payments p on p.provider_id = t.id
    left join shop.stores s on s.id = p.store_id
    where t.state = 'captured' and coalesce(p.state, '') not in ('completed', 'refunded')
      and not (p.state = 'cancelled' and p.environment = 'TEST' and s.environment = 'LIVE')
    union all
    select 'order ' || o.id || ' has a paid amount of ' || o.paid_minor || ', but its payments total ' || coalesce(p.captured, 0)
    from shop.orders o left join (select store_id, order_id, sum(amount_minor) captured from shop.payments
      where state in ('completed', 'refunded') group by 1, 2) p on p.store_id = o.store_id and p.order_id = o.id
    where o.paid_minor <> coalesce(p.captured, 0) or (o.paid_at is not null and o.refunded_minor = 0 and o.paid_minor < o.total_minor)
    union all
    select 'order ' || o.id || ' is unpaid, but the store has its price'
    from shop.orders o where o.paid_at is null and o.cancelled_at is null and o.paid_minor > 0
      and o.paid_minor - o.refunded_minor - o.lost_minor >= o.total_minor and not ${isSettling}
    union all
    select 'the store has more money for order ' || o.id || ' than its price, and nothing refunds it'
    from shop.orders o left join (select store_id, order_id, sum(amount_minor) n from shop.refund_payments
      where state = 'failed' group by 1, 2) f on f.store_id = o.store_id and f.order_id = o.id
    where o.paid_at is not null and o.cancelled_at is null and not ${isSettling}
      and (o.paid_minor - o.refunded_minor - o.total_minor > o.withheld_minor + coalesce(f.n, 0)
        or least(o.withheld_minor - o.lost_minor, o.paid_minor - o.refunded_minor - o.disputed_minor) > 0)
    union all
    select 'more units of variant ' || m.variant_id || ' came back from order ' || m.order_id || ' than it sold'
    from (select order_id, variant_id, sum(on_hand_delta) n from shop.stock_movements
      where order_id is not null and kind in ('sale', 'return') group by 1, 2) m where m.n > 0
    union all
    select 'more units of variant ' || m.variant_id || ' went back into stock for order ' || o.id || ' than came back or were refunded'
    from shop.orders o join (select store_id, order_id, variant_id, sum(on_hand_delta) n from shop.stock_movements
      where order_id is not null and kind = 'return' group by 1, 2, 3) m on m.store_id = o.store_id and m.order_id = o.id
    left join (select store_id, order_id, variant_id, sum(greatest(returned_quantity, refunded_quantity)) n from shop.order_items
      group by 1, 2, 3) i on i.store_id = o.store_id and i.order_id = o.id and i.variant_id = m.variant_id
    where o.cancelled_at is null and m.n > coalesce(i.n, 0)
      and not exists (select from shop.refunds f where f.store_id = o.store_id and f.order_id = o.id and f.state = 'failed')
    union all
    select 'payment ' || p.id || ' has a refunded amount of ' || p.refunded_minor || ', but its refunds total ' || coalesce(r.n, 0)
    from shop.payments p left join (select payment_id, sum(amount_minor) n, bool_and(state = 'completed') done
      from shop.refund_payments where state <> 'failed' group by 1) r on r.payment_id = p.id
    where p.refunded_minor <> coalesce(r.n, 0) or (p.state = 'refunded') <> (coalesce(r.n, 0) = p.amount_minor and r.done is true)
    union all
    select 'order ' || o.id || ' has a refunded amount of ' || o.refunded_minor || ', but its refunds total ' || coalesce(r.n, 0)
    from shop.orders o left join (select order_id, sum(amount_minor) n, bool_and(state = 'completed') done
      from shop.refund_payments where state <> 'failed' group by 1) r on r.order_id = o.id
    where o.refunded_minor <> coalesce(r.n, 0) or (o.paid_at is not null
      and (o.payment_state = 'refunded') <> (coalesce(r.n, 0) = o.paid_minor and r.done is true)
      and not (o.payment_state = 'completed' and ${isGift}))
    union all
    select 'order ' || o.id || ' is refunded, although it is a gift of which units are left'
    from shop.orders o where o.payment_state = 'refunded' and o.cancelled_at is null and ${isGift}
      and exists (select from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id and i.refunded_quantity < i.quantity)
    union all
    select 'payment ' || p.id || ' has a disputed amount of ' || p.disputed_minor || ', but its disputes total ' || coalesce(d.n, 0)
    from shop.payments p left join (select payment_id, sum(counted_minor) n from shop.disputes where state <> 'won' group by 1) d
      on d.payment_id = p.id
    where p.disputed_minor <> coalesce(d.n, 0) or p.refunded_minor + p.disputed_minor > p.amount_minor
    union all
    select 'dispute ' || d.id || ' counts ' || d.counted_minor || ', but takes ' || d.taken || ' from its payment'
    from (select d.id, d.counted_minor, least(d.sum, p.amount_minor - p.refunded_minor) - least(d.sum - d.takes, p.amount_minor - p.refunded_minor) taken
      from (select t.*, sum(takes) over (partition by store_id, payment_id order by opened_at, id) from ${takingDisputes} t) d
      join shop.payments p on p.store_id = d.store_id and p.id = d.payment_id) d
    where d.counted_minor <> d.taken
    union all
    select 'order ' || o.id || ' has a disputed amount of ' || o.disputed_minor || ', but its disputes total ' || coalesce(d.n, 0)
    from shop.orders o left join (select order_id, sum(counted_minor) n, coalesce(sum(counted_minor) filter (where state = 'lost'), 0) lost,
      bool_or(state = 'open') is_open from shop.disputes group by 1) d on d.order_id = o.id
    where o.disputed_minor <> coalesce(d.n, 0) or o.lost_minor <> coalesce(d.lost, 0)
      or o.dispute_state <> case when d.is_open then 'open' when d.is_open is null then 'none' else 'resolved' end
    union all
    select 'refund ' || f.id || ' is ' || f.state || ', but its parts are not'
    from shop.refunds f left join (select refund_id, sum(amount_minor) n, sum(amount_minor) filter (where state = 'completed') done,
        bool_or(state in ('pending', 'processing')) open from shop.refund_payments group by 1) r on r.refund_id = f.id
    where f.amount_minor <> coalesce(r.n, 0) or r.open <> (f.state in ('pending', 'processing'))
      or (not r.open and (f.refunded_minor <> coalesce(r.done, 0) or (f.state = 'completed') <> (coalesce(r.done, 0) > 0)))
    union all
    select 'the lines and shipping of refund ' || f.id || ' exceed its amount'
    from shop.refunds f left join (select refund_id, sum(amount_minor) n from shop.refund_lines group by 1) l on l.refund_id = f.id
    where f.shipping_minor + coalesce(l.n, 0) > f.amount_minor
    union all
    select 'line ' || i.id || ' of an order has other returned units or amounts than its refunds'
    from shop.order_items i left join (select l.order_item_id, sum(l.quantity) q, sum(l.amount_minor) n, sum(l.share_minor) share,
        sum(l.tax_minor) tax, sum(l.tax_included_minor) included
      from shop.refund_lines l join shop.refunds f on f.store_id = l.store_id and f.id = l.refund_id
      where f.state <> 'failed' group by 1) r on r.order_item_id = i.id
    where i.refunded_quantity <> coalesce(r.q, 0) or i.refunded_minor <> coalesce(r.n, 0)
      or coalesce(r.share, 0) > i.total_minor - i.discount_minor + i.tax_minor
      or (r.q = i.quantity and r.share <> i.total_minor - i.discount_minor + i.tax_minor)
      or coalesce(r.tax, 0) > i.tax_minor or coalesce(r.included, 0) > i.tax_included_minor
    union all
    select 'refund ' || r.id || ' is ' || r.state || ', but at the provider it is ' || coalesce(t.state, 'unknown')
    from shop.refund_payments r join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id and p.provider_id like 'test\\_%'
    left join shop.test_refunds t on t.request_key = r.id::text
    where (r.state = 'completed') <> (coalesce(t.state, '') = 'completed')
      or (t.id is not null and (t.amount_minor <> r.amount_minor or t.payment_id <> p.provider_id))
      or (r.state = 'failed' and t.state = 'pending')
    union all
    select 'refund ' || t.id || ' of the provider belongs to no refund of ours' from shop.test_refunds t
    left join shop.refund_payments r on r.id::text = t.request_key where r.id is null
    union all
    select 'the fulfillment state of order ' || o.id || ' does not match its units'
    from shop.orders o join (select store_id, order_id, sum(fulfilled_quantity) f,
        sum(greatest(0, least(quantity - fulfilled_quantity, quantity - refunded_quantity - fulfilled_quantity + returned_quantity))) still
      from shop.order_items group by 1, 2) i on i.store_id = o.store_id and i.order_id = o.id
    left join (select s.store_id, s.order_id, sum(l.quantity) n from shop.shipments s
      join shop.shipment_lines l on l.store_id = s.store_id and l.shipment_id = s.id
      where s.delivered_at is not null group by 1, 2) d on d.store_id = o.store_id and d.order_id = o.id
    where o.fulfillment_state <> case when o.delivered_at is not null and i.f = coalesce(d.n, 0) then 'delivered' when i.f = 0 then 'unfulfilled'
      when i.still > 0 then 'partial' when i.f > coalesce(d.n, 0) then 'fulfilled' else 'delivered' end
    union all
    select 'item ' || i.id || ' counts other units than those in its shipments'
    from shop.order_items i left join (select l.store_id, l.order_item_id, sum(l.quantity) n,
        coalesce(sum(l.quantity) filter (where s.status = 'RETURNED'), 0) back
      from shop.shipment_lines l join shop.shipments s on s.store_id = l.store_id and s.id = l.shipment_id group by 1, 2) l
      on l.store_id = i.store_id and l.order_item_id = i.id
    where i.fulfilled_quantity <> coalesce(l.n, 0) or i.returned_quantity <> coalesce(l.back, 0)
    union all
    select 'shipment ' || s.id || ' is empty, belongs to an unpaid order, or contains items of another order'
    from shop.shipments s join shop.orders o on o.store_id = s.store_id and o.id = s.order_id
    where o.paid_at is null or not exists (select from shop.shipment_lines l where l.store_id = s.store_id and l.shipment_id = s.id)
      or exists (select from shop.shipment_lines l join shop.order_items i on i.store_id = l.store_id and i.id = l.order_item_id
        where l.store_id = s.store_id and l.shipment_id = s.id and i.order_id <> s.order_id)
    union all
    select 'order ' || o.id || ' shipped more of variant ' || l.variant_id || ' from ' || l.location || ' than it allocated there'
    from shop.orders o join (select l.store_id, l.order_id, i.variant_id, l.location, sum(l.quantity) n
      from shop.shipment_lines l join shop.order_items i on i.store_id = l.store_id and i.id = l.order_item_id group by 1, 2, 3, 4) l
      on l.store_id = o.store_id and l.order_id = o.id
    left join (select store_id, order_id, variant_id, location, -sum(on_hand_delta) n from shop.stock_movements
      where kind in ('sale', 'transfer') and order_id is not null group by 1, 2, 3, 4) m
      on m.store_id = l.store_id and m.order_id = l.order_id and m.variant_id = l.variant_id and m.location = l.location
    where o.payment_environment = 'LIVE' and l.n > coalesce(m.n, 0)
    union all
    select 'order ' || m.order_id || ' moved units of variant ' || m.variant_id || ' out of or into its stock by shipping'
    from shop.stock_movements m where m.kind = 'transfer' and m.order_id is not null
    group by m.store_id, m.order_id, m.variant_id having sum(m.on_hand_delta) <> 0
    union all
    select 'order ' || o.id || ' is complete, or due for completion, but was not shipped'
    from shop.orders o where (o.completed_at is not null or o.completes_at is not null) and o.fulfillment_state not in ('fulfilled', 'delivered')
    union all
    select 'order ' || o.id || ' does not add up'
    from shop.orders o join (select store_id, order_id, sum(total_minor) t, sum(discount_minor) d, sum(tax_minor + tax_included_minor) x
      from shop.order_items group by 1, 2) i on i.store_id = o.store_id and i.order_id = o.id
    where o.subtotal_minor <> i.t or o.discount_minor <> i.d or o.tax_minor + o.tax_included_minor <> i.x + o.shipping_tax_minor
      or o.total_minor <> o.subtotal_minor - o.discount_minor + o.shipping_minor + o.tax_minor
    union all
    select 'draft ' || d.id || ' does not add up, or became an order without being marked as one'
    from shop.draft_orders d left join (select store_id, draft_id, sum(total_minor) t, sum(discount_minor) n
      from shop.draft_order_lines group by 1, 2) l on l.store_id = d.store_id and l.draft_id = d.id
    left join shop.orders o on o.store_id = d.store_id and o.id = d.id
    where d.subtotal_minor <> coalesce(l.t, 0) or d.discount_minor <> coalesce(l.n, 0) or (o.id is not null and d.converted_at is null)
    union all
    select 'the discounts of order ' || o.id || ' differ from the discounts it uses'
    from shop.orders o left join (select store_id, order_id, (select sum(a) from unnest(amounts) a) n from shop.discount_uses) u
      on u.store_id = o.store_id and u.order_id = o.id
    where o.discount_minor <> coalesce(u.n, 0) + ${staffDiscounts} and o.cancelled_at is null
      and (o.payment_environment is distinct from 'TEST' or o.test_held_until is not null)
    union all
    select 'order ' || o.id || ' and its open change have different amounts due'
    from shop.orders o left join shop.order_changes c on c.store_id = o.store_id and c.order_id = o.id
    where o.change_due_minor <> coalesce((c.plan #>> '{order,total_minor}')::bigint - o.total_minor, 0)
    union all
    select 'discount ' || d.id || ' has a wrong number of uses'
    from shop.discounts d where d.usage_limit is not null and d.used <> (select count(*) from shop.discount_uses u
      where u.store_id = d.store_id and u.discount_ids @> array[d.id])
    union all
    select 'order ' || u.order_id || ' uses a discount that the store does not have'
    from shop.discount_uses u, unnest(u.discount_ids) n(id) where not exists (select from shop.discounts d where d.store_id = u.store_id and d.id = n.id)
    union all
    select 'discounts are used by order ' || u.order_id || ', which does not exist'
    from shop.discount_uses u where not exists (select from shop.orders o where o.store_id = u.store_id and o.id = u.order_id)
    union all
    select 'discount code batch ' || b.id || ' has a wrong number of codes'
    from shop.discount_code_batches b join shop.discounts d on d.store_id = b.store_id and d.id = b.discount_id and d.deleted_at is null
    where b.made <> (select count(*) from shop.discount_codes c where c.store_id = b.store_id and c.batch_id = b.id)
    union all
    select 'the counts of customer ' || c.id || ' differ from those of the paid orders'
    from shop.customers c left join (select store_id, customer_id, count(*) n, sum(paid_minor - refunded_minor - lost_minor) t from shop.orders
      where payment_state = 'completed' and deleted_at is null
        and (payment_environment = 'LIVE' or exists (select from shop.stores s where s.id = orders.store_id and s.environment = 'TEST'))
      group by 1, 2) o
      on o.store_id = c.store_id and o.customer_id = c.id
    where c.order_count <> coalesce(o.n, 0) or c.spent_minor <> coalesce(o.t, 0)`,
  });
  return rows.map((row) => row.violation);
}
