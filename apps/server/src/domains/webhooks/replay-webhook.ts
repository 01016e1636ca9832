import type { webhookLog } from "@vetrina/contract/stores/webhook-log";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { enqueueEvent } from "./enqueue-event.ts";
import { lockEvent, presentEvent } from "./webhook-rows.ts";

/** Enqueues an event to be processed again by asking the provider. Throws INVALID_TRANSITION for a manual entry. */
export const replayWebhook: Handler<typeof webhookLog.replayWebhook> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const event = await lockEvent(tx, id);
    if (event.origin === "MANUAL")
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This entry was added manually, so there is nothing to process. Replay an event that the provider delivered.",
        { status: event.status },
      );
    await tx.run(sql`
      update shop.webhook_events set status = 'RECEIVED', error = null where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "webhook event",
      entityId: id,
      before: { status: event.status },
      after: { status: "RECEIVED" },
    });
    await enqueueEvent(tx, id);
    return presentEvent({ ...event, status: "RECEIVED", error: null });
  });
