import { z } from "zod";
import { sql } from "../../platform/database/sql.ts";
import { again, defineJob, type Job } from "../../platform/jobs/define-job.ts";

const batch = 200;
/** The number of batches per slice; then another store's job runs. */
const batchesPerSlice = 5;

const LanguageMoved = z.object({
  /** Products up to this one are stemmed. */
  after: z.guid().optional(),
});

/** Stems the originals in the store's new default language. A store has at most one such job waiting. */
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
    // A later change of the language starts from the first product, in a job of its own that replaces this one.
    return again({ payload: { after } });
  },
});

/** Returns the number of processed products; less than a batch at the end. */
function stemBatch(job: Job<z.infer<typeof LanguageMoved>>, after: string): Promise<string[]> {
  return job.step(async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`
      select id from shop.products where store_id = ${tx.storeId} and id > ${after} order by id limit ${batch} for no key update`);
    const ids = rows.map((row) => row.id);
    await tx.run(sql`select shop.refresh_listings(${tx.storeId}, ${ids}::uuid[])`);
    return ids;
  });
}
