import type { GatewayAccount } from "../../gateways/provider.ts";
import type { WebhookEvent } from "../../gateways/webhook-event.ts";
import { actorOf } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { enqueueEvent } from "./enqueue-event.ts";

export type NewEvent = {
  /** The settings whose secret verified the event. */
  account: GatewayAccount;
  event: WebhookEvent;
  orderId: string;
  /** null while the provider's id of the payment is unknown, so that only the order is known. */
  paymentId: string | null;
  /** The provider uses one event for all changes to a payment, so each delivery is processed. */
  isRepeating?: boolean;
};

/**
 * Stores a verified event with the job that processes it. If the event is already stored, counts the delivery, and
 * processes the event again only if processing failed or `isRepeating` is set.
 */
export async function storeEvent(
  tx: Transaction,
  ctx: Context,
  { account, event, orderId, paymentId, isRepeating = false }: NewEvent,
): Promise<void> {
  const actor = actorOf(ctx);
  const row = await tx.row<{ id: string; status: string }>(sql`
    insert into shop.webhook_events as e (store_id, id, origin, provider, environment, account_id, event_id, type, object_ids,
      order_id, payment_id, status, actor_kind, actor_id, received_at)
    values (${tx.storeId}, ${newId()}, 'SYSTEM', ${account.provider}, ${account.environment}, ${account.id}, ${event.eventId},
      ${event.type}, ${event.objectIds}, ${orderId}, ${paymentId}, 'RECEIVED', ${actor.kind}, ${actor.id}, ${ctx.now()})
    on conflict (store_id, account_id, event_id) where origin = 'SYSTEM' do update
      set deliveries = least(e.deliveries + 1, 1000000), payment_id = coalesce(e.payment_id, excluded.payment_id),
        status = case when e.status = 'FAILED' or ${isRepeating} then 'RECEIVED' else e.status end,
        error = case when e.status = 'FAILED' or ${isRepeating} then null else e.error end
    returning id, status`);
  if (row?.status === "RECEIVED") await enqueueEvent(tx, row.id);
}
