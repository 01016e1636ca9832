import { z } from "zod";
import { sql } from "../../platform/database/sql.ts";
import { again, defineJob, type Job } from "../../platform/jobs/define-job.ts";

const batch = 200;
/** The number of batches per time slice. Then other stores' jobs get a turn. */
const batchesPerSlice = 5;

const LanguageMoved = z.object({
  /** The id of the last product that has been stemmed. */
  after: z.guid().optional(),
});

/**
 * Stems the original texts again after the store's default language has changed. At most one such job waits per store.
 */
export const restem = defineJob({
  kind: "language.moved",
  payload: LanguageMoved,
  concurrency: 4,
  ofOwner: 2,
  inOrder: true,
  async run(_services, job) {
    let after = job.payload.after ?? "00000000-0000-0000-0000-000000000000";
    for (let i = 0; i < batchesPerSlice && !job.stopped(); i += 1) {
      const ids = await stemBatch(job, after);
      const last = ids.at(-1);
      if (last === undefined || ids.length < batch) return;
      after = last;
    }
    // If the default language changes again, a new job replaces this one and starts from the first product.
    return again({ payload: { after } });
  },
});

/** Stems the next products and returns their ids. The last batch has fewer than `batch`. */
function stemBatch(job: Job<z.infer<typeof LanguageMoved>>, after: string): Promise<string[]> {
  return job.step(async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`
      select id from shop.products where store_id = ${tx.storeId} and id > ${after} order by id limit ${batch} for no key update`);
    const ids = rows.map((row) => row.id);
    await tx.run(sql`select shop.refresh_listings(${tx.storeId}, ${ids}::uuid[])`);
    return ids;
  });
}
