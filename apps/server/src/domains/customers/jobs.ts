import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/**
 * Queues an email to each subscriber of a variant that is available again, after a stock change, an import or a
 * released hold. Runs at intervals, so that many changes in a short time cause only one email.
 */
export function notifySubscribers(
  services: Services,
  batch = 500,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(
    services,
    batch,
    (size) => sql`door.notify_subscribers(${size}, ${services.now()})`,
    stopped,
  );
}
