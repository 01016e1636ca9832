import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/**
 * Queues a mail to each who waits for a variant that can be bought again, whichever way it came back: stock, import, or
 * an order that gave its pieces up. Asked for from time to time, so that a burst of changes tells once.
 */
export function notifySubscribers(
  services: Services,
  batch = 500,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(services, batch, sql`door.tell_waiters(${batch}, ${services.now()})`, stopped);
}
