import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/** Notifies caches of products that were published because the time came. Returns how many. */
export function publishDueProducts(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(
    services,
    batch,
    sql`door.tell_due_products(${batch}, ${services.now()})`,
    stopped,
  );
}

/** Adds up what has changed of the counts that lists are read from, so that few rows are read. */
export function settleListCounts(
  services: Services,
  batch = 2000,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(services, batch, sql`door.settle_list_counts(${batch})`, stopped);
}

/** Adds up the changes that a store's catalogue version is read from. */
export function settleCatalogueChanges(
  services: Services,
  batch = 2000,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(services, batch, sql`door.settle_catalogue_changes(${batch})`, stopped);
}
