import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({ eventId: z.guid() });

/** The job that processes an event of the webhook log. */
export const processWebhookType = {
  kind: "webhooks.process",
  payload,
} satisfies JobType<z.infer<typeof payload>>;

/** Enqueues the processing of an event, unless it is already waiting. */
export function enqueueEvent(tx: Transaction, eventId: string): Promise<void> {
  return enqueue(tx, processWebhookType, { eventId }, { key: eventId });
}
