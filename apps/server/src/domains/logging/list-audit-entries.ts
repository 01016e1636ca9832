import type { logging } from "@vetrina/contract/logging";
import type { Context } from "../../platform/context.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readAuditEntries } from "./queries.ts";

/**
 * Newest first, by the index of the store's entries or of the one thing's. Entries about customers and what they wrote are
 * for callers who may read customers: MANUAL ones hold whatever somebody put there.
 */
export async function listAuditEntries(
  ctx: Context,
  { startDate, endDate, entityType, entityId, page, limit }: Input<typeof logging.listAuditEntries>,
): Promise<Output<typeof logging.listAuditEntries>> {
  const chosen = { startDate, endDate, entityType, entityId, withCustomers: ctx.seesMore };
  const { items, total } = await ctx.tx((tx) =>
    readAuditEntries(tx, chosen, { limit, offset: (page - 1) * limit }),
  );
  return { items, page, limit, total };
}
