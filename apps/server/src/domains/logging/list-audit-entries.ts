import type { logging } from "@vetrina/contract/stores/logging";
import type { Context } from "../../platform/context.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readAuditEntries } from "./queries.ts";

/**
 * Newest first, using the index of the store's or of the entity's entries. Entries about customers and MANUAL ones require
 * the permission to read customers, because MANUAL ones may contain any text.
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
