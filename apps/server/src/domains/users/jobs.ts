import { formerCustomer } from "@vetrina/commerce/constants";
import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/**
 * Finishes the deletion of accounts: erases the user's data as a customer, one store per transaction. After an
 * interruption the next run continues with the next store.
 */
export function continueErasures(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const next = sql`door.continue_erasure(${formerCustomer}, ${services.now()})`;
  return inBatches(services, 1, next, stopped);
}
