import type { ApiKey } from "@vetrina/contract/people/api-keys";
import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({
  userIds: z.array(z.guid()).default([]),
  /** Ids of API keys. */
  keyIds: z.array(z.guid()).default([]),
});

/** Revokes the pay links that these users and API keys have seen, if they can no longer manage the store's orders. */
export const endPayLinksType: JobType<z.infer<typeof payload>> = {
  kind: "draft-orders.end-pay-links",
  payload,
};

export function enqueueEndPayLinks(
  tx: Transaction,
  { userIds, keyIds }: { userIds: readonly string[]; keyIds: readonly string[] },
): Promise<void> {
  return enqueue(tx, endPayLinksType, { userIds: [...userIds], keyIds: [...keyIds] });
}

/**
 * Enqueues a job that revokes the pay links that an API key has seen: now if the key can no longer manage orders,
 * otherwise when it expires. Call it after the key has changed.
 */
export async function enqueueEndPayLinksOfKey(
  tx: Transaction,
  {
    id,
    permissions,
    status,
    expiresAt,
  }: Pick<ApiKey, "id" | "permissions" | "status" | "expiresAt">,
): Promise<void> {
  const of = { userIds: [], keyIds: [id] };
  const managesOrders = status === "ACTIVE" && permissions.includes("MANAGE_ORDERS");
  if (!managesOrders) await enqueue(tx, endPayLinksType, of);
  else if (expiresAt !== null)
    await enqueue(tx, endPayLinksType, of, { runAt: new Date(expiresAt) });
}
