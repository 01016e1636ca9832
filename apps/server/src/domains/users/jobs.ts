import { formerCustomer } from "@vetrina/commerce/constants";
import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/**
 * Finishes the deletion of accounts: what they left as customers, one store a transaction. Whatever ends it in between, the
 * next run goes on with the next store.
 */
export function continueErasures(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const next = sql`door.continue_erasure(${formerCustomer}, ${services.now()})`;
  return inBatches(services, 1, next, stopped);
}
