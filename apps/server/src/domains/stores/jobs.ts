import { deletedStoreDays, formerCustomer } from "@vetrina/commerce/constants";
import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/** Maximum number of rows of a store's content erased in one statement, which takes a few seconds at most. */
const rowsAtOnce = 10_000;

/**
 * Erases the customers, and other people's content, of stores that were deleted a while ago. Returns the number of
 * customers. Amounts, dates and tax locations stay.
 */
export async function forgetDeletedStores(
  services: Services,
  batch = 50,
  stopped: () => boolean = () => false,
  rows = rowsAtOnce,
): Promise<number> {
  const now = services.now();
  const before = new Date(now.getTime() - deletedStoreDays * 86_400_000);
  const next = sql`door.forget_deleted_stores(${before}, ${batch}, ${formerCustomer}, ${now})`;
  const customers = await inBatches(services, batch, next, stopped);
  const content = sql`door.forget_store_content(${before}, ${rows}, ${formerCustomer}, ${now})`;
  if (!stopped()) await inBatches(services, 1, content, stopped);
  return customers;
}
