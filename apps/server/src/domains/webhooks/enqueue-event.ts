import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({ eventId: z.guid() });

/** Processes an event of the webhook log. */
export const processWebhookType = {
  kind: "webhooks.process",
  payload,
} satisfies JobType<z.infer<typeof payload>>;

/** Enqueues the processing of an event, once while it waits. */
export function enqueueEvent(tx: Transaction, eventId: string): Promise<void> {
  return enqueue(tx, processWebhookType, { eventId }, { key: eventId });
}
