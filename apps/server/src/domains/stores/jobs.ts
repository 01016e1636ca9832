import { deletedStoreDays, formerCustomer } from "@vetrina/commerce/constants";
import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/** Maximum number of rows of a store's content erased in one statement, which takes a few seconds at most. */
const rowsAtOnce = 10_000;

/**
 * Erases customers and other personal content of stores that were deleted some time ago, one store at a time. If the
 * erasure of a store fails, logs the error and tries again after a pause. Returns the number of erased customers.
 * Amounts, dates and tax locations are kept.
 */
export async function forgetDeletedStores(
  services: Services,
  batch = 50,
  stopped: () => boolean = () => false,
  rows = rowsAtOnce,
): Promise<number> {
  const worker = queryable(services.database.worker);
  const before = new Date(services.now().getTime() - deletedStoreDays * 86_400_000);
  for (let customers = 0; ;) {
    const claimed = await worker.row<{ id: string | null }>(
      sql`select door.claim_store_erasure(${before}) as id`,
    );
    const id = claimed?.id ?? null;
    if (id === null) return customers;
    try {
      customers += await forgetStore(services, id, { batch, stopped, rows });
      if (stopped()) await worker.run(sql`select door.release_store_erasure(${id})`);
    } catch (error) {
      const reason = describeError(error);
      services.log.error({ sweep: "stores.forget", id, reason }, "erasure failed");
    }
    if (stopped()) return customers;
  }
}

type Limits = { batch: number; stopped: () => boolean; rows: number };

async function forgetStore(services: Services, id: string, { batch, stopped, rows }: Limits) {
  const now = services.now();
  const next = () => sql`door.forget_store_customers(${id}, ${batch}, ${formerCustomer}, ${now})`;
  const customers = await inBatches(services, 1, next, stopped);
  const content = () => sql`door.forget_store_content(${id}, ${rows}, ${formerCustomer}, ${now})`;
  if (!stopped()) await inBatches(services, 1, content, stopped);
  return customers;
}
