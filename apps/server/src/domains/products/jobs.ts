import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";

/** Tells caches of products that were published, or whose sale ended, because the time came; answers with how many. */
export async function tellDueProducts(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  const tell = async () => {
    const row = await queryable(services.database.worker).row<{ told: number }>(
      sql`select door.tell_due_products(${batch}, ${services.now()}) as told`,
    );
    return row?.told;
  };
  return inBatches(batch, tell, stopped);
}
