import type { webhookLog } from "@vetrina/contract/stores/webhook-log";
import { actorOf, audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { lockEvent, presentEvent } from "./webhook-rows.ts";

/** Adds an entry marked MANUAL, which nothing processes. Throws NOT_FOUND for an order that the store doesn't have. */
export const createWebhookEntry: Handler<typeof webhookLog.createWebhookEntry> = (ctx, { body }) =>
  ctx.tx(async (tx) => {
    if (body.orderId !== undefined) await readOrder(tx, body.orderId);
    const actor = actorOf(ctx);
    const id = newId();
    await tx.run(sql`
      insert into shop.webhook_events (store_id, id, origin, provider, event_id, type, order_id, status, actor_kind, actor_id, received_at)
      values (${tx.storeId}, ${id}, 'MANUAL', ${body.provider}, ${body.eventId}, ${body.type}, ${body.orderId}, ${body.status},
        ${actor.kind}, ${actor.id}, ${ctx.now()})`);
    const entry = presentEvent(await lockEvent(tx, id));
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "webhook event",
      entityId: id,
      after: { provider: entry.provider, eventId: entry.eventId, type: entry.type },
    });
    return entry;
  });
