import { deletedStoreDays, formerCustomer } from "@vetrina/commerce/constants";
import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/**
 * Erases the customers, and what other people wrote, of stores that were deleted a while ago. Answers with how many
 * customers there were. Amounts, dates and the places of taxes stay.
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
