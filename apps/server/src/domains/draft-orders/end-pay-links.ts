import { contextOfWork, type Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { endLinks } from "../order-records/end-links.ts";
import { gift } from "../order-records/order-money.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { giveToCustomerWithEmail } from "../order-records/order-states.ts";
import { endPayLinksType } from "../roles/enqueue-end-pay-links.ts";
import { lockDraft } from "./draft-rows.ts";
import { endDraftLinks } from "./end-draft-links.ts";

/**
 * Revokes the access that users and API keys would keep after they may no longer manage orders: pay links that they
 * have seen, which also open the order made from the draft, and keys of orders that they placed for buyers or recorded
 * a payment for.
 */
export const endPayLinks = defineJob({
  ...endPayLinksType,
  concurrency: 2,
  ofOwner: 1,
  async run(services, { storeId, payload }) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    if (ctx === null) return;
    const drafts = await ctx.tx((tx) => findKnown(tx, payload));
    for (const { id } of drafts)
      await ctx.tx(async (tx) => endDraftLinks(tx, ctx, await lockDraft(tx, id), outsiderKnew));
    const orders = await ctx.tx((tx) => findRecorded(tx, payload));
    for (const { id } of orders)
      await ctx.tx(async (tx) => {
        await lockOrder(tx, id);
        await endLinks(tx, ctx, id, outsiderRecorded);
      });
    const placed = await ctx.tx((tx) => findPlaced(tx, payload));
    for (const { id } of placed)
      await ctx.tx(async (tx) => {
        await lockOrder(tx, id);
        if (await giveToCustomerWithEmail(tx, id)) await endLinks(tx, ctx, id, outsiderPlaced);
      });
  },
});

const outsiderKnew = "A user or API key that no longer manages orders had seen the pay link.";
const outsiderPlaced = "A user who no longer manages orders had placed the order for the buyer.";
const outsiderRecorded =
  "A payment was recorded by a user or API key that no longer manages orders.";

type Known = { userIds: readonly string[]; keyIds: readonly string[] };

/**
 * Finds drafts with working links, and unfulfilled orders made from drafts and paid at least in part. Includes only
 * those whose draft an outsider (outsidersOf) prepared, changed, sent or read since the links were last revoked.
 */
function findKnown(tx: Transaction, known: Known): Promise<{ id: string }[]> {
  return tx.rows<{ id: string }>(sql`
    with ${outsidersOf(tx, known)}
    select d.id from shop.draft_orders d
    left join shop.orders o on o.store_id = d.store_id and o.id = d.id
    left join lateral (
      select l.created_at, l.id from shop.audit_entries l
      where l.store_id = d.store_id and l.entity_id = d.id and l.entity_type = 'draft order' and l.origin = 'SYSTEM' and l.after ? 'linksRevoked'
      order by l.created_at desc, l.id desc limit 1) revoked on true
    where d.store_id = ${tx.storeId}
      and (d.converted_at is null and d.expires_at > now()
        or o.link_version = 1 and (o.paid_at is not null or o.paid_minor > o.refunded_minor) and o.cancelled_at is null
          and o.deleted_at is null and o.fulfillment_state = 'unfulfilled')
      and exists (select from shop.audit_entries e
        where e.store_id = d.store_id and e.entity_id = d.id and e.entity_type = 'draft order' and e.origin = 'SYSTEM'
          and (revoked.id is null or (e.created_at, e.id) > (revoked.created_at, revoked.id))
          and (e.actor_kind = 'user' and e.actor_id in (select id from outsiders)
            or e.actor_kind = 'api-key' and e.actor_id in (select id from ended_keys)))
    order by d.id`);
}

/**
 * Finds unfulfilled orders, paid at least in part or free, for which an outsider recorded a payment since the links were last
 * revoked. An outsider may have placed such an order and still know its key.
 */
function findRecorded(tx: Transaction, known: Known): Promise<{ id: string }[]> {
  return tx.rows<{ id: string }>(sql`
    with ${outsidersOf(tx, known)}
    select o.id from shop.orders o
    where o.store_id = ${tx.storeId} and (o.paid_minor > o.refunded_minor or ${gift}) and o.cancelled_at is null and o.deleted_at is null
      and o.fulfillment_state = 'unfulfilled'
      and exists (select from shop.order_events e
        where e.store_id = o.store_id and e.order_id = o.id and e.kind = 'payment-recorded'
          and (e.actor_kind = 'user' and e.actor_id in (select id from outsiders)
            or e.actor_kind = 'api-key' and e.actor_id in (select id from ended_keys))
          and not exists (select from shop.order_events l
            where l.store_id = e.store_id and l.order_id = e.order_id and l.kind = 'link-revoked' and l.id > e.id))
    order by o.id`);
}

/**
 * Finds unfulfilled orders, paid or not, that an outsider placed with another person's email. The buyer may still pay
 * an unpaid one.
 */
function findPlaced(tx: Transaction, known: Known): Promise<{ id: string }[]> {
  return tx.rows<{ id: string }>(sql`
    with ${outsidersOf(tx, known)}
    select o.id from shop.orders o join outsiders on outsiders.id = o.placed_by
    where o.store_id = ${tx.storeId} and o.cancelled_at is null and o.deleted_at is null
      and o.fulfillment_state = 'unfulfilled'
      and not exists (select from shop.users u where u.id = o.placed_by and lower(u.email) = lower(o.email))
    order by o.id`);
}

/**
 * Returns common table expressions: `outsiders`, the known users who can no longer manage orders, and `ended_keys`, the
 * API keys that depend on such a user and the known keys that can no longer manage orders.
 */
function outsidersOf(tx: Transaction, { userIds, keyIds }: Known): Sql {
  return sql`outsiders as materialized (
      select u.id from unnest(${[...userIds]}::uuid[]) u(id)
      where not 'MANAGE_ORDERS' = any(coalesce(door.permissions_of(u.id, ${tx.storeId}), '{}'))
    ), ended_keys as materialized (
      select k.id from shop.api_keys k
      where k.store_id = ${tx.storeId} and (k.granted_by && array(select id from outsiders)
        or k.id = any(${[...keyIds]}::uuid[]) and not (k.status = 'ACTIVE' and 'MANAGE_ORDERS' = any(k.permissions)
          and coalesce(k.expires_at > now(), true)))
    )`;
}
