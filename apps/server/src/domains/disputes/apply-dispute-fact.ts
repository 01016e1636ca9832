import { paymentWindowMinutes } from "@vetrina/commerce/constants";
import type { DisputeFact } from "../../gateways/provider.ts";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { renewHold } from "../order-records/dispute-states.ts";
import { expireOutdatedExchange } from "../order-records/order-changes.ts";
import { lockAnyOrder } from "../order-records/order-rows.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { restoreDeleted } from "../order-records/restore-deleted.ts";
import { type DisputedCapture, readDisputedCapture } from "../payments/captures.ts";
import { areCounted, countDisputes } from "./count-disputes.ts";
import { type DisputeRow, readDisputes } from "./dispute-rows.ts";
import { mailDispute } from "./mail-dispute.ts";
import { completeIfCovered } from "../payments/complete-if-covered.ts";
import { refundFreed } from "./refund-freed.ts";

/**
 * Applies a provider's report about a dispute. A repeated report only corrects wrong counted amounts. `asked`: the
 * row's version when the provider was asked; null: there was no row. If the row has changed since, changes nothing and
 * returns false, because a newer report may have changed it.
 */
export async function applyDisputeFact(
  tx: Transaction,
  ctx: Context,
  paymentId: string,
  fact: DisputeFact,
  asked: number | null,
): Promise<boolean> {
  const known = await readDisputedCapture(tx, paymentId);
  if (known === undefined) return true;
  const order = await lockAnyOrder(tx, known.order_id);
  const present = (await readDisputes(tx, paymentId)).find(
    ({ provider_dispute_id: id }) => id === fact.providerDisputeId,
  );
  if (present !== undefined && isSame(present, fact) && (await areCounted(tx, paymentId)))
    return true;
  if ((present?.version ?? null) !== asked) return false;
  if (fact.currency !== known.currency || fact.amountMinor <= 0) {
    reportMismatch(ctx, known, fact);
    return true;
  }
  const id = await save(tx, ctx, known, fact, present);
  await countDisputes(tx, paymentId);
  await renewHold(tx, order.id, new Date(ctx.now().getTime() + paymentWindowMinutes * 60_000));
  await completeIfCovered(tx, ctx, order.id, "MONEY_RETURNED");
  if (fact.state !== "open" || fact.isInquiry) await refundFreed(tx, order.id);
  if (fact.state === "lost")
    await expireOutdatedExchange(tx, ctx, await lockAnyOrder(tx, order.id));
  if (fact.state !== "won" && present?.state !== fact.state) await restoreDeleted(tx, ctx, order);
  await audit(tx, ctx, {
    action: present === undefined ? "CREATE" : "UPDATE",
    entityType: "dispute",
    entityId: id,
    before: present === undefined ? undefined : { state: present.state },
    after: { orderId: order.id, paymentId, state: fact.state, amountMinor: fact.amountMinor },
  });
  const isEscalated = present?.is_inquiry === true && fact.state === "open" && !fact.isInquiry;
  if (present?.state === fact.state && !isEscalated) return true;
  const data = {
    disputeId: id,
    paymentId,
    amountMinor: fact.amountMinor,
    currency: fact.currency,
    reason: fact.reason,
  };
  if (present === undefined || fact.state === "open")
    await recordEvent(tx, ctx, order.id, {
      kind: "dispute-opened",
      data: { ...data, respondBy: fact.respondBy?.toISOString() ?? null },
    });
  if (fact.state !== "open")
    await recordEvent(tx, ctx, order.id, {
      kind: "dispute-closed",
      data: { ...data, outcome: fact.state },
    });
  // A dispute that was won needs no email, because the store doesn't have to do anything.
  if (fact.state !== "won") await mailDispute(tx, { orderId: order.id, disputeId: id });
  return true;
}

function isSame(row: DisputeRow, fact: DisputeFact): boolean {
  return (
    row.state === fact.state &&
    row.is_inquiry === fact.isInquiry &&
    row.amount_minor === fact.amountMinor &&
    row.respond_by?.getTime() === fact.respondBy?.getTime()
  );
}

async function save(
  tx: Transaction,
  ctx: Context,
  capture: DisputedCapture,
  fact: DisputeFact,
  present: DisputeRow | undefined,
): Promise<string> {
  const id = present?.id ?? newId();
  const closedAt = fact.state === "open" ? null : ctx.now();
  await tx.run(sql`
    insert into shop.disputes as d (store_id, id, order_id, payment_id, provider_dispute_id, state, is_inquiry, amount_minor, reason,
      respond_by, opened_at, closed_at, ask_at, updated_at)
    values (${tx.storeId}, ${id}, ${capture.order_id}, ${capture.id}, ${fact.providerDisputeId}, ${fact.state}, ${fact.isInquiry}, ${fact.amountMinor},
      ${fact.reason?.slice(0, 100)}, ${fact.respondBy}, ${fact.openedAt}, ${closedAt}, ${askAt(ctx, fact)}, ${ctx.now()})
    on conflict (store_id, payment_id, provider_dispute_id) do update set state = excluded.state, is_inquiry = excluded.is_inquiry,
      amount_minor = excluded.amount_minor, counted_minor = 0, reason = excluded.reason, respond_by = excluded.respond_by,
      closed_at = case when d.state = excluded.state then d.closed_at else excluded.closed_at end,
      ask_at = excluded.ask_at, version = d.version + 1, updated_at = excluded.updated_at`);
  return id;
}

/**
 * Returns when to ask the provider about the dispute if no report arrives before then, or null for a won dispute. A
 * lost dispute may still be won.
 */
function askAt(ctx: Context, { state }: DisputeFact): Date | null {
  return state === "won" ? null : new Date(ctx.now().getTime() + 24 * 60 * 60_000);
}

/** Logs the mismatch as an error, because the operator must look into it. */
function reportMismatch(ctx: Context, { id }: DisputedCapture, fact: DisputeFact): void {
  ctx.services.log.error(
    { traceId: ctx.traceId, paymentId: id, disputeId: fact.providerDisputeId },
    "the dispute has a different currency than its payment, or no amount",
  );
}
