import { deletedStoreDays, formerCustomer } from "@vetrina/commerce/constants";
import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/**
 * Erases the customers, and other people's content, of stores that were deleted a while ago. Returns the number of
 * customers. Amounts, dates and tax locations stay.
 */
export function forgetDeletedStores(
  services: Services,
  batch = 50,
  stopped: () => boolean = () => false,
): Promise<number> {
  const now = services.now();
  const before = new Date(now.getTime() - deletedStoreDays * 86_400_000);
  const next = sql`door.forget_deleted_stores(${before}, ${batch}, ${formerCustomer}, ${now})`;
  return inBatches(services, batch, next, stopped);
}
