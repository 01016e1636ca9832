import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches, inBatchesByStore } from "../../platform/jobs/in-batches.ts";

/** Notifies caches of products whose publication time has come. Returns the number of products. */
export function publishDueProducts(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  const now = services.now();
  return inBatchesByStore(
    services,
    {
      name: "products.publish-due",
      size: batch,
      stores: (after) => sql`select * from door.stores_with_due_products(100, ${now}, ${after})`,
      batch: (storeId, size) => sql`door.publish_due_products(${storeId}, ${size}, ${now})`,
    },
    stopped,
  );
}

/** Merges the recorded changes into the precomputed list counts, so that lists read few rows. */
export function settleListCounts(
  services: Services,
  batch = 2000,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(services, batch, (size) => sql`door.merge_list_counts(${size})`, stopped);
}

/** Merges the rows that record catalogue changes, so that reading a store's catalogue version reads few rows. */
export function settleCatalogueChanges(
  services: Services,
  batch = 2000,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(services, batch, (size) => sql`door.merge_catalogue_changes(${size})`, stopped);
}
