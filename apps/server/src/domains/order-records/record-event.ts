import { actorOf } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

/** What can happen to an order after it has been placed. */
export type OrderEventKind =
  | "draft-converted"
  | ("note" | "tags-changed" | "address-changed" | "lines-changed" | "details-changed")
  | ("change-opened" | "change-withdrawn" | "change-expired")
  | ("canceled" | "reopened" | "completed" | "deleted" | "restored")
  | ("shipment-created" | "shipment-changed" | "shipment-canceled")
  | ("shipped" | "delivered" | "returned")
  | (
      | "refund-started"
      | "refunded"
      | "refund-failed"
      | "payment-recorded"
      | "dispute-opened"
      | "dispute-closed"
      | "payment-problem"
    )
  | ("invoice-issued" | "credit-note-issued" | "mail-sent" | "link-revoked");

/** `text`: a note or a reason, at most 1,000 characters. `data`: ids, names and amounts, but no personal data. */
export type OrderEvent = {
  kind: OrderEventKind;
  text?: string | undefined;
  data?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Adds an event to an order's timeline in the transaction of the change, and returns its id. Events can't be changed.
 */
export async function recordEvent(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "now">,
  orderId: string,
  { kind, text, data = {} }: OrderEvent,
): Promise<string> {
  const actor = actorOf(ctx);
  const id = newId();
  const json = JSON.stringify(data);
  noteCopies(tx, { bytes: Buffer.byteLength(json) });
  await tx.run(sql`
    insert into shop.order_events (store_id, id, order_id, kind, actor_kind, actor_id, text, data, created_at)
    values (${tx.storeId}, ${id}, ${orderId}, ${kind}, ${actor.kind}, ${actor.id}, ${text}, ${json}, ${ctx.now()})`);
  return id;
}
