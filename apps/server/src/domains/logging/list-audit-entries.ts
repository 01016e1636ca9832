import type { logging } from "@vetrina/contract/stores/logging";
import type { Context } from "../../platform/context.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readAuditEntries } from "./queries.ts";

/**
 * Lists entries, newest first, using the index by store or by entity. Entries about customers, including MANUAL ones,
 * require the permission to read customers.
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
